/** Indexes of a partitioned table are replaced beside whoever uses it, and resumed wherever a step was killed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../connection.ts';
import { silentLog } from '../log.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { CarryOverSite } from './carry-over-step.ts';
import {
  buildLeafIndex,
  declareIndex,
  dropIndexes,
  hasLeafIndex,
  listLeaves,
  type PartitionedIndex,
} from './leaf-indexes.ts';

const NEW: PartitionedIndex = {
  table: 'items',
  name: 'items_marked',
  definition: '(mark) where mark is not null',
};
const KEY: PartitionedIndex = { table: 'items', name: 'items_key', definition: '(at, id)', unique: true };

let database: TestDatabase;
let beside: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  beside = openDatabase({ url: database.url, log: silentLog, applicationName: 'test', maxConnections: 2 });
});
beforeEach(async () => {
  const statements = [
    `drop table if exists items`,
    `create table items (id integer not null, at integer not null, mark integer) partition by range (at)`,
    `create index items_old on items (id)`,
    `create table items_1 partition of items for values from (0) to (10)`,
    `create table items_2 partition of items for values from (10) to (20)`,
    `create table items_default partition of items default`,
    `insert into items select n, n, n % 3 from generate_series(1, 9) n`,
    `insert into items values (99, 99, null)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(database.db);
});
afterAll(async () => {
  await closeDatabase(beside);
  await database.drop();
});

function onSite(work: (site: CarryOverSite) => Promise<void>): Promise<void> {
  return database.db
    .connection()
    .execute((session) => work({ session, clock: realClock, log: silentLog, progress: () => undefined }));
}

async function validIndexes(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on oid = indexrelid
    where indisvalid and relname like 'items%' order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
}

async function buildAll(...indexes: readonly PartitionedIndex[]): Promise<void> {
  await onSite(async (site) => {
    for (const leaf of await listLeaves(site.session, 'items')) {
      for (const index of indexes) await buildLeafIndex(site, leaf, index);
    }
  });
}

test('declared indexes are on empty partitions at once, on new ones by themselves, on the rest once they are built', async () => {
  const { db } = database;
  await db.transaction().execute(async (tx) => {
    await declareIndex(tx, NEW);
    await declareIndex(tx, KEY);
  });
  expect(await listLeaves(db, 'items')).toEqual(['items_1', 'items_2', 'items_default']);
  expect(await hasLeafIndex(db, 'items_2', NEW)).toBe(true);
  expect(await hasLeafIndex(db, 'items_1', NEW)).toBe(false);
  await sql`create table items_3 (like items including all)`.execute(db);
  await sql`alter table items attach partition items_3 for values from (20) to (30)`.execute(db);
  expect(await hasLeafIndex(db, 'items_3', NEW)).toBe(true);
  expect(await validIndexes()).not.toContain('items_marked');

  await buildAll(NEW, KEY);
  await buildAll(NEW, KEY);
  expect(await validIndexes()).toEqual(
    expect.arrayContaining(['items_key', 'items_marked', 'items_1_marked', 'items_default_key']),
  );
  await expect(sql`insert into items values (9, 9, 0)`.execute(db)).rejects.toThrow('items_1_key');

  await onSite((site) => dropIndexes(site, 'items', ['items_old', 'items_marked', 'items_gone']));
  expect((await validIndexes()).filter((name) => !name.includes('key') && !name.includes('at_id'))).toEqual(
    [],
  );
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'items_3'`.execute(db);
  expect(rows).toEqual([{ definition: expect.stringMatching(/^CREATE UNIQUE INDEX .* \(at, id\)$/) }]);
});

test('an index that a killed step left unfinished is built again, and one that it had not attached yet is attached', async () => {
  const { db } = database;
  await declareIndex(db, NEW);
  // The name is taken by an index that can never be finished: 0, 1 and 2 occur three times each.
  await expect(
    sql`create unique index concurrently items_1_marked on items_1 (mark)`.execute(db),
  ).rejects.toThrow('could not create unique index');
  expect(await validIndexes()).not.toContain('items_1_marked');
  await sql`create index items_default_marked on items_default (mark) where mark is not null`.execute(db);
  const { rows: before } = await sql`select 'items_default_marked'::regclass::oid as oid`.execute(db);
  await buildAll(NEW);
  expect(await validIndexes()).toEqual(expect.arrayContaining(['items_marked', 'items_1_marked']));
  const { rows: after } = await sql`select 'items_default_marked'::regclass::oid as oid`.execute(db);
  expect(after).toEqual(before);
});

test('a partition that is read in a long transaction makes the change wait and holds nobody else up', async () => {
  await declareIndex(database.db, NEW);
  await buildAll(NEW);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const dump = beside.transaction().execute(async (tx) => {
    await sql`select from items_1 limit 1`.execute(tx);
    begun();
    await ended;
  });
  await isBegun;
  const dropped = onSite((site) => dropIndexes(site, 'items', ['items_old']));
  let longest = 0;
  for (let n = 0; n < 30; n += 1) {
    const from = performance.now();
    await sql`insert into items values (${n}, 5, 0)`.execute(beside);
    longest = Math.max(longest, performance.now() - from);
    await realClock.sleep(50);
  }
  expect(longest).toBeLessThan(1_000);
  expect(await validIndexes()).toContain('items_old');
  end();
  await Promise.all([dump, dropped]);
  expect(await validIndexes()).not.toContain('items_old');
});
