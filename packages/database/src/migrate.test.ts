import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from './connection.ts';
import { silentLog } from './log.ts';
import { migrateToLatest, migrationsAreCurrent } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { urlOfDatabase } from './testing/test-cluster.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('three starts at once on an empty database all succeed, and one of them has migrated', async () => {
  await sql`create database unmigrated template template0`.execute(database.db);
  const url = urlOfDatabase(database.url, 'unmigrated');
  const starts = [1, 2, 3].map(() => openDatabase({ url, log: silentLog, applicationName: 'test' }));
  expect(await Promise.all(starts.map(migrationsAreCurrent))).toEqual([false, false, false]);

  const done = await Promise.all(starts.map(migrateToLatest));
  const current = await Promise.all(starts.map(migrationsAreCurrent));
  await Promise.all(starts.map(closeDatabase));
  await sql`drop database unmigrated`.execute(database.db);

  expect(done.filter((names) => names.length > 0)).toHaveLength(1);
  expect(current).toEqual([true, true, true]);
});
