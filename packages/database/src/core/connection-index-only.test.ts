/** Connections limited to index scans prepare each statement, and a plan made for an empty table stays good. */
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { closeDatabase, openDatabase } from './connection.ts';
import { silentLog } from './log.ts';

const database = await createTestDatabase();
const indexOnlyPool = openDatabase({
  url: database.url,
  log: silentLog,
  applicationName: 'test',
  maxConnections: 1,
  indexOnly: true,
});
afterAll(async () => {
  await closeDatabase(indexOnlyPool);
  await database.drop();
});

test('a statement is planned once, by index, even if its table is empty at first', async () => {
  await sql`create table things (id int primary key, name text)`.execute(database.db);
  await sql`alter table things set (autovacuum_enabled = off)`.execute(database.db);
  const read = (id: number) =>
    sql<{ name: string }>`select name from things where id = ${id}::int4`.execute(indexOnlyPool);
  expect((await read(7)).rows).toEqual([]);
  await sql`insert into things select n, 'thing ' || n from generate_series(1, 50000) n`.execute(database.db);
  for (const id of [7, 49_999]) expect((await read(id)).rows).toEqual([{ name: `thing ${id}` }]);
  const { rows } = await sql<{ name: string; plans: number }>`
    select name, generic_plans::int4 as plans from pg_prepared_statements where statement like 'select name from things%'`.execute(
    indexOnlyPool,
  );
  expect(rows).toEqual([{ name: expect.stringMatching(/^prepared \d+$/u), plans: 3 }]);
  const plan = await sql<{
    'QUERY PLAN': string;
  }>`explain execute ${sql.raw(`"${rows[0]?.name}"`)} (7)`.execute(indexOnlyPool);
  expect(plan.rows[0]?.['QUERY PLAN']).toContain('Index Scan using things_pkey');
});
