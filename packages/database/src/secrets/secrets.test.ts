import { afterAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../core/connection.ts';
import { silentLog } from '../core/log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { readOrCreateSecret } from './secrets.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('a secret is created once, however many processes request it simultaneously', async () => {
  const open = () =>
    openDatabase({ url: database.url, log: silentLog, applicationName: 'test', maxConnections: 1 });
  const processes = Array.from({ length: 8 }, open);
  const secrets = await Promise.all(processes.map((db) => readOrCreateSecret(db, 'session cookie')));
  await Promise.all(processes.map(closeDatabase));

  expect(secrets[0]).toHaveLength(32);
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
});

test('secrets of different names differ', async () => {
  const [one, other] = [
    await readOrCreateSecret(database.db, 'one'),
    await readOrCreateSecret(database.db, 'other'),
  ];
  expect(one.equals(other)).toBe(false);
});
