import { listTestPhones } from '@textprobe/database/directory/directory';
import { importDirectory } from '@textprobe/database/directory/import-directory';
import { insertHandsetKey, revokeHandsetKey } from '@textprobe/database/handset-keys/handset-keys';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { createHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoDirectory } from '../directory/demo-directory.ts';
import { createHandsetKeyFinder } from './handset-key-finder.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await importDirectory(database.db, demoDirectory);
});
afterAll(() => database.drop());

test('CALL-16 of many keys asked for at once each finds its own phone, and what is no key finds none', async () => {
  const { db } = database;
  const phones = (await listTestPhones(db)).slice(0, 3);
  const keys = await Promise.all(
    phones.map(async ({ id }) => {
      const { key, hash } = createHandsetKey();
      await insertHandsetKey(db, { phoneId: id, keyHash: hash, createdAt: 0 });
      return { key, phone: id };
    }),
  );
  const find = createHandsetKeyFinder(db);
  const asked = Array.from({ length: 40 }, (_, index) => keys[index % keys.length]);
  const found = await Promise.all([find('tph_wrong'), ...asked.map((one) => find(one?.key ?? ''))]);
  expect(found).toEqual([null, ...asked.map((one) => one?.phone)]);
});

test('CALL-16 a key that was revoked while others were looked up is worth nothing', async () => {
  const { db } = database;
  const [phone] = await listTestPhones(db);
  const { key, hash } = createHandsetKey();
  const id = await insertHandsetKey(db, { phoneId: phone?.id ?? 0, keyHash: hash, createdAt: 0 });
  const find = createHandsetKeyFinder(db);
  expect(await find(key)).toBe(phone?.id);
  const others = [find('tph_a'), find('tph_b')];
  await revokeHandsetKey(db, id ?? 0, 1);
  expect(await find(key)).toBeNull();
  await Promise.all(others);
});
