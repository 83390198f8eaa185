/** Handset keys over HTTP. */
import { calls } from '@textprobe/contract/calls';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import { createAccount } from '@textprobe/database/accounts/accounts';
import {
  findPhonesByKeyHash,
  insertHandsetKey,
  noteHandsetKeyUses,
} from '@textprobe/database/handsets/handset-keys';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD, USERNAME } from '../../testing/test-server.ts';

const HASH = Buffer.alloc(32, 7);
const OTHER_HASH = Buffer.alloc(32, 8);

/** The keys that the server makes, in order. */
let made: [string, Buffer][] = [];
const { server, client } = await openTestServer({
  createHandsetKey() {
    const [key, hash] = made.shift() ?? ['tph_shown-once', HASH];
    return { key, hash };
  },
});

const { createHandsetKey, deleteHandsetKey, handsetKeys, renameHandsetKey, rotateHandsetKey } = calls;

test('CALL-25 a key is shown once, stored as a hash, and invalid once deleted', async () => {
  const made = await client.call(createHandsetKey, { body: { phoneId: 2 } });
  expect(made.key).toBe('tph_shown-once');
  expect(await findPhonesByKeyHash(server.db, [HASH], server.clock.now())).toEqual([2]);
  const response = await client.call(at(deleteHandsetKey, made.id));
  expect(response.status).toBe(204);
  expect(await findPhonesByKeyHash(server.db, [HASH], server.clock.now())).toEqual([null]);
  expect(await client.refusal(at(deleteHandsetKey, made.id))).toBe('404 handset-key.unknown');
});

test('CALL-25 the keys of a phone are listed with creator and last use, without the keys themselves', async () => {
  const createdAt = server.clock.now();
  await insertHandsetKey(server.db, { phoneId: 3, keyHash: OTHER_HASH, label: 'by hand', createdAt });
  const [before] = await client.call(handsetKeys, { query: { phoneId: 3 } });
  const madeAt = formatLosAngeles(createdAt);
  expect(before).toEqual({
    id: expect.any(Number),
    phoneId: 3,
    phoneName: 'Phone 3',
    label: 'by hand',
    madeBy: null,
    createdAt: madeAt,
    lastUsedAt: null,
    revokedAt: null,
  });
  await noteHandsetKeyUses(server.db, [OTHER_HASH], createdAt + 5_000);
  await noteHandsetKeyUses(server.db, [OTHER_HASH], createdAt + 4_000);
  await client.call(at(deleteHandsetKey, before?.id ?? 0));
  expect(await client.call(handsetKeys, { query: { phoneId: 3 } })).toEqual([
    { ...before, lastUsedAt: formatLosAngeles(createdAt + 5_000), revokedAt: madeAt },
  ]);
  const own = await client.call(handsetKeys, { query: { phoneId: 2 } });
  expect(own).toMatchObject([{ phoneId: 2, madeBy: USERNAME }]);
  expect(await client.refusal(handsetKeys, { query: { phoneId: 77 } })).toBe('404 phone.unknown');
  expect((await client.call(handsetKeys)).map(({ phoneId }) => phoneId)).toEqual([3, 2]);
});

test('CALL-25 refuses a key for a phone that does not exist', async () => {
  expect(await client.refusal(createHandsetKey, { body: { phoneId: 77 } })).toBe('404 phone.unknown');
});

const HOUR = 3_600_000;
const phonesOf = (...hashes: Buffer[]) => findPhonesByKeyHash(server.db, hashes, server.clock.now());

test('PAIR-4: a rotated key can be revoked before its 24 hours are over', async () => {
  const [old, next] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
  made = [
    ['tph_old', old],
    ['tph_next', next],
  ];
  const { id } = await client.call(createHandsetKey, { body: { phoneId: 1 } });
  await client.call(at(rotateHandsetKey, id));
  await client.call(at(deleteHandsetKey, id));
  expect(await phonesOf(old, next)).toEqual([null, 1]);
  const renamed = { body: { label: 'Gone' } };
  expect(await client.refusal(at(renameHandsetKey, id), renamed)).toBe('404 handset-key.unknown');
});

test('PAIR-4: a key is renamed, and a label of blanks is an error of its field', async () => {
  made = [['tph_named', Buffer.alloc(32, 5)]];
  const { id } = await client.call(createHandsetKey, { body: { phoneId: 1, label: 'Shelf' } });
  expect(await client.call(at(renameHandsetKey, id), { body: { label: ' Window ' } })).toMatchObject({
    id,
    label: 'Window',
    phoneId: 1,
  });
  expect(await client.problem(at(renameHandsetKey, id), { body: { label: ' ' } })).toMatchObject({
    status: 422,
    errors: [{ field: 'label', message: 'Enter a label.' }],
  });
});

test('PAIR-4: only administrators rename and rotate keys; auditors see them', async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const createdAt = server.clock.now();
  await createAccount(server.db, { username: 'audra', role: 'auditor', passwordHash, createdAt });
  await createAccount(server.db, { username: 'otto', role: 'operator', passwordHash, createdAt });
  const auditor = server.visitor();
  await auditor.login('audra', PASSWORD);
  expect((await auditor.call(handsetKeys)).length).toBeGreaterThan(0);
  const operator = server.visitor();
  await operator.login('otto', PASSWORD);
  expect(await operator.refusal(handsetKeys)).toBe('403 role.missing');
  for (const person of [auditor, operator]) {
    expect(await person.refusal(at(rotateHandsetKey, 1))).toBe('403 role.missing');
    const renamed = { body: { label: 'Mine' } };
    expect(await person.refusal(at(renameHandsetKey, 1), renamed)).toBe('403 role.missing');
  }
});

test('PAIR-4: keys are listed by page, searched by label, phone and creator, and filtered by state', async () => {
  const { db, clock } = server;
  const labels = ['Crate 1', 'Crate 2', 'Crate 3', ''];
  const ids: (number | null)[] = [];
  for (const [index, label] of labels.entries()) {
    const keyHash = Buffer.alloc(32, 20 + index);
    ids.push(await insertHandsetKey(db, { phoneId: 2, keyHash, label, createdAt: clock.now() }));
  }
  await client.call(at(deleteHandsetKey, ids[1] ?? 0));
  const list = async (query: Record<string, string | number>) => {
    const response = await client.send('GET', handsetKeys.path, { query });
    const found = (await response.json()) as HandsetKey[];
    return [response.headers.get('x-total-count'), ...found.map(({ label }) => label)];
  };
  expect(await list({ text: 'crate', pageSize: 2 })).toEqual(['3', 'Crate 3', 'Crate 2']);
  expect(await list({ text: 'crate', pageSize: 2, page: 2 })).toEqual(['3', 'Crate 1']);
  expect(await list({ text: 'crate phone', state: 'valid' })).toEqual(['2', 'Crate 3', 'Crate 1']);
  expect(await list({ text: 'crate', state: 'ended' })).toEqual(['1', 'Crate 2']);
  expect(await list({ text: `key ${ids[3]}` })).toEqual(['1', '']);
  expect(await list({ text: `crate ${USERNAME}` })).toEqual(['0']);
});

// Last, because the session ends within these 24 hours.
test('PAIR-4: a rotated key works for 24 hours beside the new one, which has its phone and label', async () => {
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  made = [
    ['tph_old', old],
    ['tph_next', next],
  ];
  const { id } = await client.call(createHandsetKey, { body: { phoneId: 1, label: ' Pixel ' } });
  const rotatedAt = server.clock.now();
  const { id: nextId, key } = await client.call(at(rotateHandsetKey, id));
  expect(key).toBe('tph_next');
  expect((await client.call(handsetKeys, { query: { phoneId: 1 } })).slice(0, 2)).toMatchObject([
    { id: nextId, label: 'Pixel', madeBy: USERNAME, revokedAt: null },
    { id, label: 'Pixel', madeBy: USERNAME, revokedAt: formatLosAngeles(rotatedAt + 24 * HOUR) },
  ]);
  expect(await client.refusal(at(rotateHandsetKey, id))).toBe('404 handset-key.unknown');
  await server.clock.advance(24 * HOUR - 1);
  expect(await phonesOf(old, next)).toEqual([1, 1]);
  await server.clock.advance(1);
  expect(await phonesOf(old, next)).toEqual([null, 1]);
});
