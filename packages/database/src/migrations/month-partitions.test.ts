import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ensurePartitions } from './month-partitions.ts';

/** Far from the partitions that the test database has. */
const FAR = Date.UTC(2031, 0, 10);
const PARENTS = ['messages', 'submission_parts', 'raw_receipts', 'receptions', 'message_events'];
const MONTHS = ['2030_12', '2031_01', '2031_02', '2031_03', '2031_04'];
const ALL = PARENTS.flatMap((parent) => MONTHS.map((month) => `${parent}_${month}`)).sort();

let database: TestDatabase;
let other: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await database.drop();
});

test('partitions are created three months ahead, once, even by two simultaneous processes', async () => {
  expect(await Promise.all([ensurePartitions(database.db, FAR), ensurePartitions(database.db, FAR)])).toEqual(
    [[], []],
  );
  expect(await partitionsOf2031()).toEqual(ALL);
});

test('an attached partition has every index and constraint of the default one', async () => {
  await ensurePartitions(database.db, FAR);
  for (const parent of PARENTS) {
    expect(await shapeOf(`${parent}_2031_01`)).toEqual(await shapeOf(`${parent}_default`));
  }
});

test('ANALYZE reads the same small sample of every monthly table, whenever it was created', async () => {
  await ensurePartitions(database.db, FAR);
  const { rows } = await sql`
    select distinct attstattarget as steps
    from pg_attribute a join pg_inherits i on i.inhrelid = a.attrelid
    where i.inhparent = any (${PARENTS}::text[]::regclass[]) and attnum > 0 and not attisdropped`.execute(
    database.db,
  );
  expect(rows).toEqual([{ steps: 20 }]);
});

test('GUARD-10 months are not created during an open dump, block nothing, and are created once it has ended', async () => {
  await dump();
  // If it waited for the dump, this would never end.
  const making = ensurePartitions(database.db, FAR);
  const [count] = (await sql<{ n: number }>`select count(*) as n from messages`.execute(database.db)).rows;
  expect(count).toEqual({ n: 0 });
  expect([...(await making)].sort()).toEqual(ALL);
  expect(await partitionsOf2031()).toEqual([]);
  // New rows can be stored in the meantime.
  await insertMessage(FAR, 'MEANWHILE');

  await other.query('commit');
  expect(await ensurePartitions(database.db, FAR)).toEqual([]);
  expect(await partitionsOf2031()).toEqual(ALL);
  expect(await placesOf('messages')).toEqual({ messages_2031_01: 1 });
});

test('GUARD-10 rows of default partitions move to their month when it is created: all of them, each once', async () => {
  for (let n = 0; n < 5; n += 1) await insertMessage(FAR, `JAN${n}`);
  await insertMessage(Date.UTC(2031, 1, 1) - 1, 'LAST');
  await insertMessage(Date.UTC(2031, 1, 1), 'FEB');
  await insertMessage(Date.UTC(2032, 5, 1), 'FAR');
  await sql`insert into raw_receipts (received_at, gateway_id, provider_id, id_variants, state, raw)
    values (to_timestamp(${FAR / 1000}), 1, 'a', '{a}', 3, 'raw')`.execute(database.db);
  await sql`insert into message_events (message_id, message_created_at, recorded_at, kind)
    values (1, to_timestamp(${FAR / 1000}), now(), 'deadline')`.execute(database.db);
  const before = await wholeOf('messages');

  expect(await ensurePartitions(database.db, FAR, { strays: 'leave' })).toEqual(
    expect.arrayContaining(['messages_2031_01', 'messages_2031_02', 'raw_receipts_2031_01']),
  );
  expect(await placesOf('messages')).toEqual({ messages_default: 8 });
  expect(await ensurePartitions(database.db, FAR)).toEqual([]);

  expect(await placesOf('messages')).toEqual({
    messages_2031_01: 6,
    messages_2031_02: 1,
    messages_default: 1,
  });
  expect(await placesOf('raw_receipts')).toEqual({ raw_receipts_2031_01: 1 });
  expect(await placesOf('message_events')).toEqual({ message_events_2031_01: 1 });
  expect(await wholeOf('messages')).toEqual(before);
});

test('GUARD-10 a row that is being changed is moved later, with the change', async () => {
  await insertMessage(FAR, 'CHANGED');
  await other.query('begin');
  await other.query(`update messages set attempts = 7 where filled_body = 'CHANGED'`);
  expect(await ensurePartitions(database.db, FAR)).toContain('messages_2031_01');
  await other.query('commit');
  expect(await ensurePartitions(database.db, FAR)).toEqual([]);
  const { rows } = await sql`select attempts from messages_2031_01 where filled_body = 'CHANGED'`.execute(
    database.db,
  );
  expect(rows).toEqual([{ attempts: 7 }]);
});

/** What pg_dump holds while it runs: a share lock on every table, and a snapshot. */
async function dump(): Promise<void> {
  await other.query('begin isolation level repeatable read read only');
  for (const parent of PARENTS) await other.query(`lock table ${parent} in access share mode`);
}

async function insertMessage(createdAt: number, body: string): Promise<void> {
  const at = sqlTime(createdAt);
  await sql`
    insert into messages (created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, filled_body, sender, recipient, deadline_ms, deadline_at, expires_at)
    values (${at}, 1, 1, 1, 1, 1, 1, 'SMS', 'IMMEDIATE', 'AT&T', 'handset', ${body}, '+1', '+1', 1, ${at}, ${at})`.execute(
    database.db,
  );
}

async function partitionsOf2031(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent::regclass::text = any (${PARENTS}::text[]) and inhrelid::regclass::text ~ '_203[01]_'`.execute(
    database.db,
  );
  return rows.map(({ name }) => name).sort();
}

/** Row counts by table. */
async function placesOf(parent: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ place: string; n: number }>`
    select tableoid::regclass::text as place, count(*) as n from ${sql.table(parent)} group by 1`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map(({ place, n }) => [place, n]));
}

async function wholeOf(parent: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(parent)} order by id`.execute(database.db)).rows;
}

/** Indexes and columns, without the names that differ by partition. */
async function shapeOf(table: string): Promise<unknown> {
  const { rows: indexes } = await sql<{ definition: string; attached: boolean }>`
    select regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING', i.indisunique::text) as definition,
      c.relispartition as attached
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass order by 1`.execute(database.db);
  const { rows: columns } = await sql`
    select attname, format_type(atttypid, atttypmod) as type, attnotnull, attidentity,
      pg_get_expr(d.adbin, d.adrelid) as standard
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attname`.execute(
    database.db,
  );
  const { rows: checks } = await sql`
    select contype, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass order by 1, 2`.execute(database.db);
  return { indexes, columns, checks };
}
