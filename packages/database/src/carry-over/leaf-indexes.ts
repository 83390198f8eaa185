/**
 * Replaces indexes of a partitioned table while it is in use. A migration declares the new index, which costs milliseconds;
 * a step then makes it on each partition concurrently, attaches it, and drops the old ones under short locks.
 *
 * Killed anywhere, each function does what is left when it is called again. The partitions that are made meanwhile
 * (`month-partitions.ts`) get declared indexes by themselves.
 */
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '../connection.ts';
import type { CarryOverSite } from './carry-over-step.ts';
import { lockTable, withShortLocks } from './short-lock.ts';

/** An index of a partitioned table. */
export interface PartitionedIndex {
  readonly table: string;
  /** On the partitioned table, which it begins with: those of the partitions are named after it. */
  readonly name: `${string}_${string}`;
  /** What stands behind the table in `create index`: `(created_at) where mark_unsent_arrival`. */
  readonly definition: string;
  readonly unique?: boolean;
}

/**
 * In a migration: makes the index on the partitioned table, and on those of its partitions that hold no row. It is not
 * valid, so no query plan and no `on conflict` relies on it, until it is attached to all others.
 */
export async function declareIndex(tx: QueryExecutorProvider, index: PartitionedIndex): Promise<void> {
  const { table, name, definition } = index;
  await sql.raw(`create ${kindOf(index)} ${name} on only ${table} ${definition}`).execute(tx);
  for (const leaf of await listLeaves(tx, table)) {
    const { rows } = await sql`select from ${sql.table(leaf)} limit 1`.execute(tx);
    if (rows.length > 0) continue;
    await sql.raw(`create ${kindOf(index)} ${nameOn(leaf, index)} on ${leaf} ${definition}`).execute(tx);
    await attach(tx, leaf, index);
  }
}

/** The partitions of a table by name, the default partition last. */
export async function listLeaves(db: QueryExecutorProvider, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table}) order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether the partition has its part of a declared index. */
export async function hasLeafIndex(db: Database, leaf: string, { name }: PartitionedIndex): Promise<boolean> {
  const { rows } = await sql`
    select from pg_inherits join pg_index on indexrelid = inhrelid
    where inhparent = to_regclass(${name}) and indrelid = to_regclass(${leaf})`.execute(db);
  return rows.length > 0;
}

/**
 * Makes a partition's part of a declared index, if it has none, while its rows are read and written. The last one makes the
 * index of the partitioned table valid. Waits for transactions that began earlier, an open `pg_dump` among them.
 * @throws where the index is unique and the rows are not
 */
export async function buildLeafIndex(
  { session, clock }: CarryOverSite,
  leaf: string,
  index: PartitionedIndex,
): Promise<void> {
  if (await hasLeafIndex(session, leaf, index)) return;
  const name = nameOn(leaf, index);
  if (!(await isValid(session, name))) {
    // Of a step that was killed: an index that was never finished.
    await sql`drop index concurrently if exists ${sql.table(name)}`.execute(session);
    await sql
      .raw(`create ${kindOf(index)} concurrently ${name} on ${leaf} ${index.definition}`)
      .execute(session);
  }
  await withShortLocks(session, clock, (tx) => attach(tx, leaf, index));
}

/** Drops indexes of a partitioned table, those that are there, with all their parts: one at a time, in milliseconds each. */
export async function dropIndexes(
  { session, clock }: CarryOverSite,
  table: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const { rows } = await sql`select from pg_class where oid = to_regclass(${name})`.execute(session);
    if (rows.length === 0) continue;
    await withShortLocks(session, clock, async (tx) => {
      await lockTable(tx, table);
      await sql`drop index ${sql.table(name)}`.execute(tx);
    });
  }
}

function kindOf({ unique = false }: PartitionedIndex): string {
  return unique ? 'unique index' : 'index';
}

/** `messages_2026_11_marked_status` for `messages_marked_status` on `messages_2026_11`. */
function nameOn(leaf: string, { table, name }: PartitionedIndex): string {
  return `${leaf}${name.slice(table.length)}`;
}

async function isValid(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and indisvalid`.execute(db);
  return rows.length > 0;
}

async function attach(tx: QueryExecutorProvider, leaf: string, index: PartitionedIndex): Promise<void> {
  const part = sql.table(nameOn(leaf, index));
  await sql`alter index ${sql.table(index.name)} attach partition ${part}`.execute(tx);
}
