import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { aboutSecondFactor, findSecondFactor, startSecondFactor } from '../accounts/second-factors.ts';
import {
  aboutSecret,
  insertGateway,
  readStoredGateway,
  setGatewaySecrets,
} from '../gateways/stored-gateways.ts';
import {
  findHandsetSource,
  insertHandsetSource,
  rotateHandsetSource,
  sealedAs,
} from '../handsets/handset-sources.ts';
import { createSealer } from '../secrets/sealing.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { resealSecrets } from './reseal.ts';

const [former, present] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const NOW = Date.UTC(2026, 10, 21);
const SOURCE = 'ab'.repeat(16);
const SECRETS = ['hush password', 'hush tlsKey', 'hush source', 'hush old source', 'hush factor'];

let database: TestDatabase;
let gatewayId: number;
let accountId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const sealer = createSealer(former);
  await database.db.transaction().execute(async (tx) => {
    const gateway = { name: 'acme', kind: 'smpp', sendsMms: false, isDefault: null, isDefaultMms: null };
    gatewayId = (await insertGateway(tx, { ...gateway, settings: {}, now: NOW })) ?? 0;
    const secrets = ['password', 'tlsKey'].map((name) => ({
      name,
      sealed: sealer.seal(`hush ${name}`, aboutSecret(gatewayId, name)),
    }));
    await setGatewaySecrets(tx, gatewayId, secrets, { removed: [], now: NOW });
    const secret = sealer.seal('hush old source', sealedAs(SOURCE));
    await insertHandsetSource(tx, { id: SOURCE, kind: 'httpsms', name: 'app', secret, createdBy: null }, NOW);
    const next = sealer.seal('hush source', sealedAs(SOURCE));
    await rotateHandsetSource(tx, SOURCE, { secret: next, oldUntil: NOW + 1 });
    const account = { username: 'ada', role: 'viewer', passwordHash: null, createdAt: NOW } as const;
    accountId = (await createAccount(tx, account))?.id ?? 0;
    await startSecondFactor(tx, accountId, sealer.seal('hush factor', aboutSecondFactor(accountId)));
  });
});
afterAll(() => database.drop());

async function opened(key: Buffer): Promise<string[]> {
  const sealer = createSealer(key);
  const gateway = await readStoredGateway(database.db, gatewayId);
  const source = await findHandsetSource(database.db, SOURCE);
  const factor = await findSecondFactor(database.db, accountId);
  return [
    ...(gateway?.secrets ?? []).map(({ name, sealed }) => sealer.open(sealed, aboutSecret(gatewayId, name))),
    ...[source?.secret, source?.old_secret].map((sealed) =>
      sealer.open(sealed ?? Buffer.alloc(0), sealedAs(SOURCE)),
    ),
    sealer.open(factor?.secret ?? Buffer.alloc(0), aboutSecondFactor(accountId)),
  ];
}

test('without the key that sealed the secrets nothing is changed', async () => {
  await expect(resealSecrets(database.db, createSealer(present))).rejects.toThrow(
    'encrypted with another key',
  );
  expect(await opened(former)).toEqual(SECRETS);
});

test('after a key change everything is resealed with the new key, once, and the former key opens nothing', async () => {
  const sealer = createSealer(present, [former]);
  expect(await resealSecrets(database.db, sealer)).toBe(5);
  expect(await opened(present)).toEqual(SECRETS);
  await expect(opened(former)).rejects.toThrow('encrypted with another key');
  expect(await resealSecrets(database.db, sealer)).toBe(0);
});
