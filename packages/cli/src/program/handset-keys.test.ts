import type { Database } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { listTestPhones } from '@textprobe/database/directory/choices';
import { importDirectory } from '@textprobe/database/directory/import-directory';
import {
  insertHandsetKey,
  listHandsetKeys,
  revokeHandsetKey,
  rotateHandsetKey,
} from '@textprobe/database/handsets/handset-keys';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { createHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoDirectory } from '../directory/demo-directory.ts';
import { createHandsetKeyFinder, createHandsetKeyUses } from './handset-keys.ts';

const BEGIN = Date.UTC(2026, 10, 22);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await importDirectory(database.db, demoDirectory, BEGIN);
});
afterAll(() => database.drop());

async function makeKey(db: Database) {
  const [phone] = await listTestPhones(db, ALL_PARTNERS);
  const phoneId = phone?.id ?? 0;
  const { key, hash } = createHandsetKey();
  const id = await insertHandsetKey(db, { phoneId, keyHash: hash, createdAt: BEGIN });
  const lastUsedAt = async () =>
    (await listHandsetKeys(db, { phoneId }, { now: 0, offset: 0, limit: 10 })).rows.find(
      (one) => one.id === id,
    )?.lastUsedAt;
  return { key, lastUsedAt };
}

test('CALL-16 many keys looked up at once each find their own phone, and an invalid one finds none', async () => {
  const { db } = database;
  const phones = (await listTestPhones(db, ALL_PARTNERS)).slice(0, 3);
  const keys = await Promise.all(
    phones.map(async ({ id }) => {
      const { key, hash } = createHandsetKey();
      await insertHandsetKey(db, { phoneId: id, keyHash: hash, createdAt: 0 });
      return { key, phone: id };
    }),
  );
  const find = createHandsetKeyFinder(db, createManualClock(BEGIN));
  const asked = Array.from({ length: 40 }, (_, index) => keys[index % keys.length]);
  const found = await Promise.all([find('tph_wrong'), ...asked.map((one) => find(one?.key ?? ''))]);
  expect(found).toEqual([null, ...asked.map((one) => one?.phone)]);
});

test('CALL-16 a key revoked during another look-up is invalid', async () => {
  const { db } = database;
  const [phone] = await listTestPhones(db, ALL_PARTNERS);
  const { key, hash } = createHandsetKey();
  const id = await insertHandsetKey(db, { phoneId: phone?.id ?? 0, keyHash: hash, createdAt: 0 });
  const find = createHandsetKeyFinder(db, createManualClock(BEGIN));
  expect(await find(key)).toBe(phone?.id);
  const others = [find('tph_a'), find('tph_b')];
  await revokeHandsetKey(db, id ?? 0, 1);
  expect(await find(key)).toBeNull();
  await Promise.all(others);
});

test('PAIR-4: a rotated key finds its phone until it ends by the clock', async () => {
  const { db } = database;
  const clock = createManualClock(BEGIN);
  const [phone] = await listTestPhones(db, ALL_PARTNERS);
  const { key, hash } = createHandsetKey();
  const id = await insertHandsetKey(db, { phoneId: phone?.id ?? 0, keyHash: hash, createdAt: BEGIN });
  const next = createHandsetKey();
  const times = { now: BEGIN, endsAt: BEGIN + 1_000 };
  await rotateHandsetKey(db, id ?? 0, { keyHash: next.hash, madeBy: null, ...times });
  const find = createHandsetKeyFinder(db, clock);
  await clock.advance(999);
  expect(await find(key)).toBe(phone?.id);
  await clock.advance(1);
  expect([await find(key), await find(next.key)]).toEqual([null, phone?.id]);
});

test('CALL-25 the use of a key is recorded at once, then once a minute', async () => {
  const { db } = database;
  const clock = createManualClock(BEGIN);
  const { key, lastUsedAt } = await makeKey(db);
  const find = createHandsetKeyFinder(db, clock, createHandsetKeyUses({ db, clock, log: silentLog }));
  await find('tph_wrong');
  expect(await lastUsedAt()).toBeNull();
  await find(key);
  await vi.waitFor(async () => expect(await lastUsedAt()).toBe(BEGIN));
  await clock.advance(59_000);
  await find(key);
  await clock.advance(1_000);
  await find(key);
  await vi.waitFor(async () => expect(await lastUsedAt()).toBe(BEGIN + 60_000));
});

test('CALL-25 a report neither waits for the record of its key’s use nor fails because of it', async () => {
  const { db } = database;
  const clock = createManualClock(BEGIN);
  const { key } = await makeKey(db);
  const away = { db: undefined as unknown as Database, clock, log: silentLog };
  const find = createHandsetKeyFinder(db, clock, createHandsetKeyUses(away));
  expect(await find(key)).not.toBeNull();
});
