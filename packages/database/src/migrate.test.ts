import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from './connection.ts';
import { silentLog } from './log.ts';
import { ensurePartitions, migrateToLatest, migrationsAreCurrent } from './migrate.ts';
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

test('partitions are made three months ahead, once, also by two processes at the same moment', async () => {
  const newYear = Date.UTC(2031, 0, 1);
  await Promise.all([ensurePartitions(database.db, newYear), ensurePartitions(database.db, newYear)]);

  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'messages'::regclass and inhrelid::regclass::text ~ '_203[01]_' order by name`.execute(
    database.db,
  );
  expect(rows.map((row) => row.name)).toEqual([
    'messages_2030_12',
    'messages_2031_01',
    'messages_2031_02',
    'messages_2031_03',
    'messages_2031_04',
  ]);
});
