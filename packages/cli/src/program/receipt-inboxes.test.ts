import { silentLog } from '@textprobe/database/core/log';
import { listIgnoredReceipts } from '@textprobe/database/gateways/ignored-receipts';
import {
  aboutSecret,
  insertGateway,
  setGatewaySecrets,
  updateGateway,
} from '@textprobe/database/gateways/stored-gateways';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { createSealer } from '@textprobe/database/secrets/sealing';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import type { CarrierReceipt } from '@textprobe/gateways/gateway-port';
import { signForm } from '@textprobe/gateways/twilio/signature';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../process/system-clock.ts';
import { findStoredReceipts } from './receipt-inboxes.ts';

const PUBLIC_URL = 'https://textprobe.example';
const TOKEN = 'hush-token-3391';
const sealer = createSealer(Buffer.alloc(32, 5));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const WRITE = {
  name: 'provider',
  kind: 'twilio',
  sendsMms: true,
  isDefault: null,
  isDefaultMms: null,
  settings: { accountSid: 'AC1' },
  now: 0,
};

async function store(write: Partial<typeof WRITE> = {}): Promise<number> {
  return database.db.transaction().execute(async (tx) => {
    const id = (await insertGateway(tx, { ...WRITE, ...write })) ?? 0;
    const sealed = sealer.seal(TOKEN, aboutSecret(id, 'authToken'));
    await setGatewaySecrets(tx, id, [{ name: 'authToken', sealed }], { removed: [], now: 0 });
    return id;
  });
}

function finder(options: { publicUrl?: string | null; key?: Buffer } = {}) {
  const { publicUrl = PUBLIC_URL, key } = options;
  const own = key === undefined ? sealer : createSealer(key);
  return findStoredReceipts({ db: database.db, sealer: own, publicUrl, clock: systemClock, log: silentLog });
}

/** The provider's signed status of a delivered message. */
async function post(
  id: number,
  token: string,
  status: Record<string, string> = { MessageSid: 'SM1', MessageStatus: 'delivered' },
): Promise<{ status: number; taken: CarrierReceipt[] }> {
  const found = await finder()(id);
  if (found === null) throw new Error('there is no inbox');
  const form = new URLSearchParams(status);
  const signature = signForm(token, `${PUBLIC_URL}/api/gateways/${id}/status`, form);
  const taken: CarrierReceipt[] = [];
  const answer = await found.inbox.receive(
    { headers: { 'x-twilio-signature': signature }, body: Buffer.from(form.toString()) },
    async (receipt) => void taken.push(receipt),
  );
  return { status: answer, taken };
}

it('accepts receipts for a gateway in the database, and refuses forged ones', async () => {
  const id = await store();
  expect(await post(id, TOKEN)).toMatchObject({
    status: 204,
    taken: [{ providerId: 'SM1', state: 'delivered' }],
  });
  expect(await post(id, 'guessed')).toEqual({ status: 403, taken: [] });
});

it('counts a callback that names no message for the card of its gateway', async () => {
  const id = await store({ name: 'without ids' });
  expect(await post(id, TOKEN, { MessageStatus: 'sent' })).toEqual({ status: 204, taken: [] });
  const listed = await listIgnoredReceipts(database.db, ALL_PARTNERS, systemClock.now());
  expect(listed).toMatchObject([{ gatewayId: id, reason: 'no-id', count: 1, newest: 'stat:sent' }]);
});

it('applies a changed token and name at once', async () => {
  const id = await store({ name: 'changing' });
  await database.db.transaction().execute(async (tx) => {
    await updateGateway(tx, id, { ...WRITE, name: 'changed' });
    const sealed = sealer.seal('another-token', aboutSecret(id, 'authToken'));
    await setGatewaySecrets(tx, id, [{ name: 'authToken', sealed }], { removed: [], now: 1 });
  });
  expect((await post(id, TOKEN)).status).toBe(403);
  expect((await post(id, 'another-token')).status).toBe(204);
  expect((await finder()(id))?.gateway).toEqual({ id, name: 'changed' });
});

it('has no inbox for an unknown gateway, a kind without callbacks, or a token that cannot be decrypted', async () => {
  const id = await store({ name: 'lost' });
  expect(await finder()(9_999)).toBeNull();
  expect(await finder()(await store({ name: 'smpp', kind: 'smpp' }))).toBeNull();
  expect(await finder({ key: Buffer.alloc(32, 6) })(id)).toBeNull();
  expect(await finder({ publicUrl: null })(id)).toBeNull();
});
