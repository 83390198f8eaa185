/** Handset keys over HTTP. */
import { calls } from '@textprobe/contract/calls';
import {
  findPhonesByKeyHash,
  insertHandsetKey,
  noteHandsetKeyUses,
} from '@textprobe/database/handset-keys/handset-keys';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { expect, test } from 'vitest';
import { openTestServer, USERNAME } from '../../testing/test-server.ts';

const HASH = Buffer.alloc(32, 7);
const OTHER_HASH = Buffer.alloc(32, 8);

const { server, client } = await openTestServer({
  createHandsetKey: () => ({ key: 'tph_shown-once', hash: HASH }),
});

const { createHandsetKey, deleteHandsetKey, handsetKeys } = calls;

test('CALL-25 a key is shown once, stored as a hash, and invalid once deleted', async () => {
  const made = await client.call(createHandsetKey, { body: { phoneID: 2 } });
  expect(made.key).toBe('tph_shown-once');
  expect(await findPhonesByKeyHash(server.db, [HASH])).toEqual([2]);
  const response = await client.call(deleteHandsetKey, { query: { id: made.id } });
  expect(response.status).toBe(204);
  expect(await findPhonesByKeyHash(server.db, [HASH])).toEqual([null]);
  expect(await client.refusal(deleteHandsetKey, { query: { id: made.id } })).toBe('404 handset-key.unknown');
});

test('CALL-25 the keys of a phone are listed with creator and last use, without the keys themselves', async () => {
  const createdAt = server.clock.now();
  await insertHandsetKey(server.db, { phoneId: 3, keyHash: OTHER_HASH, label: 'by hand', createdAt });
  const [before] = await client.call(handsetKeys, { query: { phoneID: 3 } });
  const madeAt = formatLosAngeles(createdAt);
  expect(before).toEqual({
    id: expect.any(Number),
    phoneID: 3,
    label: 'by hand',
    madeBy: null,
    createdAt: madeAt,
    lastUsedAt: null,
    revokedAt: null,
  });
  await noteHandsetKeyUses(server.db, [OTHER_HASH], createdAt + 5_000);
  await noteHandsetKeyUses(server.db, [OTHER_HASH], createdAt + 4_000);
  await client.call(deleteHandsetKey, { query: { id: before?.id ?? 0 } });
  expect(await client.call(handsetKeys, { query: { phoneID: 3 } })).toEqual([
    { ...before, lastUsedAt: formatLosAngeles(createdAt + 5_000), revokedAt: madeAt },
  ]);
  const own = await client.call(handsetKeys, { query: { phoneID: 2 } });
  expect(own).toMatchObject([{ phoneID: 2, madeBy: USERNAME }]);
  expect(await client.refusal(handsetKeys, { query: { phoneID: 77 } })).toBe('404 phone.unknown');
  expect(await client.problem(handsetKeys)).toMatchObject({ status: 400, errors: [{ field: 'phoneID' }] });
});

test('CALL-25 refuses a key for a phone that does not exist', async () => {
  expect(await client.refusal(createHandsetKey, { body: { phoneID: 77 } })).toBe('404 phone.unknown');
});
