import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '../core/connection.ts';
import { silentLog } from '../core/log.ts';
import { urlOfDatabase } from '../testing/test-cluster.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import {
  DevelopmentSchemaError,
  migrateToLatest,
  migrationsAreCurrent,
  NewerSchemaError,
} from './migrate.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('three simultaneous starts on an empty database all succeed, and one of them migrates it', async () => {
  await sql`create database unmigrated template template0`.execute(database.db);
  const url = urlOfDatabase(database.url, 'unmigrated');
  const starts = [1, 2, 3].map(() => openDatabase({ url, log: silentLog, applicationName: 'test' }));
  expect(await Promise.all(starts.map(migrationsAreCurrent))).toEqual([false, false, false]);

  const done = await Promise.all(starts.map((db) => migrateToLatest(db)));
  const current = await Promise.all(starts.map(migrationsAreCurrent));
  await Promise.all(starts.map(closeDatabase));
  await sql`drop database unmigrated`.execute(database.db);

  expect(done.filter((names) => names.length > 0)).toHaveLength(1);
  expect(current).toEqual([true, true, true]);
});

test.each([
  ['before there was one schema file', ['0001-first-light', '0037-lean-statistics']],
  ['with other contents of that file', ['0001-schema-00000000']],
])('OPS-3 a database of a development version %s is refused and left unchanged', async (_, names) => {
  const { db, drop } = await createTestDatabase({ empty: true });
  onTestFinished(drop);
  await sql`create table kysely_migration (name text primary key, timestamp text)`.execute(db);
  await sql`insert into kysely_migration select unnest(${names}::text[])`.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow(DevelopmentSchemaError);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  );
  expect(rows).toEqual([{ name: 'kysely_migration' }]);
});

test('OPS-3 a database with a migration of a newer version is refused', async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  await sql`insert into kysely_migration (name, timestamp) values ('0002-of-tomorrow', 'now')`.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow(NewerSchemaError);
});
