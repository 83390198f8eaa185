/** A pairing, and the key or source that it makes, last no longer than the right to them (PAIR-1, 4). */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { entryCalls } from '@textprobe/contract/directory-entries';
import type { PhoneSettings } from '@textprobe/contract/pairings';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { retireEntry } from '@textprobe/database/directory/entries';
import { findPhonesByKeyHash } from '@textprobe/database/handsets/handset-keys';
import { countBlocked } from '@textprobe/database/testing/count-blocked';
import { createHandsetKey, hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../../testing/test-server.ts';

const { server, client: admin } = await openTestServer({
  publicUrl: 'https://console.example',
  createHandsetKey,
  inboxes: [
    createNativeInbox({
      clock: { now: () => server.clock.now() },
      findPhoneByKey: async (key) =>
        (await findPhonesByKeyHash(server.db, [hashHandsetKey(key)], server.clock.now()))[0] ?? null,
    }),
  ],
});
const passwordHash = await hashPassword(PASSWORD);
const { phones, partners } = entryCalls;

let number = 1_000;
async function newPhone(partnerId: number | null) {
  number += 1;
  const body = {
    name: `Phone ${number}`,
    phoneNumber: `+1213555${number}`,
    carrier: 'AT&T',
    evidence: 'handset',
    partnerId,
  };
  return { ...(await admin.call(phones.create, { body })), body };
}

const begin = (phoneId: number, by = admin) =>
  by.call(calls.createPairing, { body: { phoneId, kind: 'own-app' } });
const open = (url: string | null) => {
  const code = new URL(url ?? '').hash.slice(1);
  return server.visitor().send('POST', calls.openPairing.path, { body: { code }, token: null });
};

async function countKeys(phoneId: number): Promise<number> {
  return (await admin.call(calls.handsetKeys, { query: { phoneId, state: 'valid' } })).length;
}

test.each([
  ['has another role', { role: 'viewer' }],
  ['has lost the partner', { partnerIds: [2] }],
  ['is disabled', 'disabled'],
  ['may no longer pair shared phones', { role: 'operator' }, null],
] as const)(
  'PAIR-1 a link gives no key once its maker %s',
  async (what, change, partnerId: number | null = 1) => {
    const account = { username: what.replaceAll(' ', '-'), createdAt: server.clock.now(), passwordHash };
    const role = partnerId === null ? 'administrator' : 'operator';
    const partnerIds = partnerId === null ? null : [partnerId];
    const maker = await createAccount(server.db, { ...account, role, partnerIds });
    const client = server.visitor();
    await client.login(account.username, PASSWORD);
    const phone = await newPhone(partnerId);
    const { url } = await begin(phone.id, client);
    const id = maker?.id ?? 0;
    if (change === 'disabled') await admin.call(at(calls.disableAccount, id));
    else await admin.call(at(calls.changeAccount, id), { body: { name: '', role, partnerIds, ...change } });
    expect(await (await open(url)).json()).toMatchObject({ status: 404, code: 'pair-code.unknown' });
    expect(await countKeys(phone.id)).toBe(0);
    const [pairing] = await admin.call(calls.pairings, { query: { phoneId: phone.id } });
    expect(pairing).toMatchObject({ opened: null, reporter: null });
  },
);

type Phone = Awaited<ReturnType<typeof newPhone>>;

/** Every way in which a phone moves or is retired, and the way back. */
const WAYS: [string, (phone: Phone) => Promise<unknown>, (phone: Phone) => Promise<unknown>][] = [
  ['moves to another partner', (phone) => move(phone, 2), (phone) => move(phone, phone.partnerId)],
  ['becomes shared', (phone) => move(phone, null), (phone) => move(phone, phone.partnerId)],
  [
    'is retired',
    ({ id }) => admin.call(at(phones.retire, id)),
    ({ id }) => admin.call(at(phones.restore, id)),
  ],
  [
    'loses its partner, which is retired',
    ({ partnerId }) => admin.call(at(partners.retire, partnerId ?? 0)),
    ({ partnerId }) => admin.call(at(partners.restore, partnerId ?? 0)),
  ],
  ['moves with an import', (phone) => load(phone, 'Birch'), (phone) => load(phone, 'Acorn')],
];

async function move({ id, body }: Phone, partnerId: number | null): Promise<void> {
  const read = await admin.send('GET', at(phones.read, id).path);
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  await admin.call(at(phones.replace, id), { body: { ...body, partnerId }, headers });
}

function load({ body }: Phone, partner: string): Promise<unknown> {
  const file = JSON.stringify({ phones: [{ ...body, partner, partnerId: undefined }] });
  return admin.call(calls.importDirectory, { body: file, headers: { 'content-type': 'application/json' } });
}

const report = async (key: string | null, text = 'M7Q2K9X4TBC') =>
  (
    await server.visitor().send('POST', calls.messageReceivedSms.path, {
      body: { messageCode: text },
      headers: { authorization: `Bearer ${key}` },
      token: null,
    })
  ).status;

test.each(WAYS)(
  'PAIR-1, PAIR-4 a phone that %s loses its pairing, keys and sources for good',
  async (_, lose, restore) => {
    const phone = await newPhone(1);
    const other = await newPhone(null);
    const { key } = await admin.call(calls.createHandsetKey, { body: { phoneId: phone.id } });
    const source = (name: string, ids: readonly number[]) =>
      admin.call(calls.createHandsetSource, {
        body: {
          kind: 'sms-gateway',
          name,
          phones: ids.map((phoneId) => ({ phoneId, deviceId: `${name} ${phoneId}` })),
        },
      });
    const own = await source('own', [phone.id]);
    const both = await source('both', [phone.id, other.id]);
    const { url } = await begin(phone.id);
    const paired = (await (await open((await begin(other.id)).url)).json()) as PhoneSettings;
    expect([await report(key), await report(paired.secret)]).toEqual([404, 404]);

    await lose(phone);
    const expectLost = async () => {
      expect((await open(url)).status).toBe(404);
      expect(await report(key)).toBe(401);
      expect(await countKeys(phone.id)).toBe(0);
      const [pairing] = await admin.call(calls.pairings, { query: { phoneId: phone.id } });
      expect(pairing).toMatchObject({ opened: null, endedAt: expect.any(String) });
      const sources = await admin.call(calls.handsetSources);
      expect(sources.map(({ id }) => id)).not.toContain(own.id);
      expect(sources.find(({ id }) => id === both.id)?.phones).toMatchObject([{ phoneId: other.id }]);
    };
    await expectLost();
    expect(await report(paired.secret)).toBe(404);
    await restore(phone);
    await expectLost();
  },
);

test('PAIR-4 a change that keeps partner and state keeps what reports for the phone', async () => {
  const phone = await newPhone(1);
  const { key } = await admin.call(calls.createHandsetKey, { body: { phoneId: phone.id } });
  await move({ ...phone, body: { ...phone.body, name: 'Renamed' } }, 1);
  await load({ ...phone, body: { ...phone.body, name: 'Imported' } }, 'Acorn');
  expect(await report(key)).toBe(404);
  expect((await open((await begin(phone.id)).url)).status).toBe(200);
});

test('PAIR-1, PAIR-4 whatever makes a key or source waits for a change of phones, and finds its outcome', async () => {
  const phone = await newPhone(1);
  const { id } = await admin.call(calls.createHandsetKey, { body: { phoneId: phone.id } });
  const ask = ({ method, path }: Call, sent: object) => admin.send(method, path, sent);
  const source = { kind: 'sms-gateway', name: 'own', phones: [{ phoneId: phone.id, deviceId: 'own' }] };
  const { pairing, url } = await begin(phone.id);
  const asked = await server.db.transaction().execute(async (tx) => {
    await retireEntry(tx, 'phones', phone.id, server.clock.now());
    const makers = [
      open(url),
      ask(at(calls.rotateHandsetKey, id), {}),
      ask(calls.createPairing, { body: { phoneId: phone.id, kind: 'own-app' } }),
      ask(calls.createHandsetKey, { body: { phoneId: phone.id } }),
      ask(calls.createHandsetSource, { body: source }),
      ask(at(calls.sendPairingText, pairing.id), { body: { officeId: 1 } }),
    ];
    await expect.poll(() => countBlocked(server.db)).toBe(makers.length);
    return makers;
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 422, 201, 201, 409]);
});

/** A pairing whose key was rotated. */
async function beginRotated() {
  const { pairing, url } = await begin((await newPhone(1)).id);
  const { secret: old } = (await (await open(url)).json()) as PhoneSettings;
  const read = () => admin.call(at(calls.pairing, pairing.id));
  const keyId = (await read()).reporter?.keyId ?? 0;
  return { pairing, read, old, next: await admin.call(at(calls.rotateHandsetKey, keyId)) };
}

test.each(['old', 'new'])(
  'PAIR-2, PAIR-4 the %s key proves a pairing whose key was rotated',
  async (which) => {
    const { pairing, read, old, next } = await beginRotated();
    expect(await read()).toMatchObject({ reporter: { keyId: next.id, works: true } });
    await report(which === 'old' ? old : next.key, pairing.text);
    expect(await read()).toMatchObject({ confirmedAt: expect.any(String), misreportedAt: null });
  },
);

test('PAIR-1, PAIR-4 ending a pairing revokes its key and the one before its rotation', async () => {
  const { pairing, read, old, next } = await beginRotated();
  await admin.call(at(calls.endPairing, pairing.id));
  expect([await report(old), await report(next.key)]).toEqual([401, 401]);
  expect(await read()).toMatchObject({ reporter: { works: false } });
});

test('DIR-1 a refusal names what is retired: an office’s client, a phone’s partner', async () => {
  const phone = await newPhone(1);
  const { pairing } = await begin(phone.id);
  const { name, parents } = await admin.call(at(entryCalls.offices.read, 1));
  const [client, partner] = parents;
  const refusalOf = async (call: Call, body: object) => {
    const { errors = [] } = await admin.problem(call, { body });
    return errors.map(({ field, message }) => [field, message]);
  };
  await admin.call(at(entryCalls.clients.retire, client?.id ?? 0));
  expect(await refusalOf(at(calls.sendPairingText, pairing.id), { officeId: 1 })).toEqual([
    ['officeId', `${name}’s client ${client?.name} is retired. Choose another office.`],
  ]);
  await admin.call(at(entryCalls.clients.restore, client?.id ?? 0));
  await admin.call(at(partners.retire, partner?.id ?? 0));
  expect(await refusalOf(calls.createPairing, { phoneId: phone.id, kind: 'own-app' })).toEqual([
    ['phoneId', `${phone.body.name}’s partner ${partner?.name} is retired. Restore it first.`],
  ]);
  const office = { name: 'New', phoneNumber: '+12135550199', managerFirstName: '', managerLastName: '' };
  const body = { ...office, clientId: client?.id, gatewayId: null };
  expect(await refusalOf(entryCalls.offices.create, body)).toEqual([
    [
      'clientId',
      `${client?.name}’s partner ${partner?.name} is retired. Restore it first, or choose another client.`,
    ],
  ]);
  await admin.call(at(partners.restore, partner?.id ?? 0));
});
