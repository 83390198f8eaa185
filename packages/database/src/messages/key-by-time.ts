/**
 * Gives a table with messages the one index of an installation that begins today: the key (created_at, id) in place of
 * (id, created_at), and none by creation or by test. The key of each month is built beside writers; all months then
 * change theirs in one transaction of milliseconds, as a partitioned table has one key.
 */
import { sql } from 'kysely';
import type { CarryOverSite, CarryOverStep } from '../carry-over/carry-over-step.ts';
import { listLeaves } from '../carry-over/leaf-indexes.ts';
import { lockTable, withShortLocks } from '../carry-over/short-lock.ts';
import type { Database, Transaction } from '../connection.ts';

/** Once all messages have chunks: by id and by test nothing else finds them afterwards. */
export const keyMessagesByTime: CarryOverStep = { name: '0035-key-by-time', run };

async function run({ session, clock, progress }: CarryOverSite): Promise<void> {
  while (!(await isKeyedByTime(session))) {
    const leaves = await listLeaves(session, 'messages');
    for (const [index, leaf] of leaves.entries()) {
      await buildKey(session, leaf);
      progress(index + 1, leaves.length);
    }
    await withShortLocks(session, clock, swapKeys);
  }
}

async function isKeyedByTime(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_constraint where conrelid = 'messages'::regclass and contype = 'p'
      and pg_get_constraintdef(oid) = 'PRIMARY KEY (created_at, id)'`.execute(db);
  return rows.length > 0;
}

/** The name of a month's key until it is one. It belongs to no index of the partitioned table: it could not become a key then. */
function nextKeyOf(leaf: string): string {
  return `${leaf}_next_key`;
}

async function buildKey(session: Database, leaf: string): Promise<void> {
  const name = nextKeyOf(leaf);
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(session);
  if (rows[0]?.valid === true) return;
  // What a step left that was killed.
  if (rows.length > 0) await sql`drop index concurrently ${sql.table(name)}`.execute(session);
  await sql`create unique index concurrently ${sql.ref(name)} on ${sql.table(leaf)} (created_at, id)`.execute(
    session,
  );
}

/** Changes nothing where a month has come that has no key yet. */
async function swapKeys(tx: Transaction): Promise<void> {
  // A month that is made meanwhile would have the old key.
  await sql`select pg_advisory_xact_lock(hashtext('textprobe partitions'))`.execute(tx);
  await lockTable(tx, 'messages');
  const leaves = await listLeaves(tx, 'messages');
  if (!(await haveKeys(tx, leaves))) return;
  await sql`alter table messages drop constraint messages_pkey`.execute(tx);
  await sql`alter table only messages add primary key (created_at, id)`.execute(tx);
  for (const leaf of leaves) {
    const key = sql.ref(`${leaf}_pkey`);
    await sql`
      alter table ${sql.table(leaf)} add constraint ${key} primary key using index ${sql.ref(nextKeyOf(leaf))}`.execute(
      tx,
    );
    await sql`alter index messages_pkey attach partition ${key}`.execute(tx);
  }
  await sql`drop index messages_newest, messages_of_test`.execute(tx);
}

async function haveKeys(tx: Transaction, leaves: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisvalid and c.relname = any (${leaves.map(nextKeyOf)}::text[])`.execute(tx);
  return rows.length === leaves.length;
}
