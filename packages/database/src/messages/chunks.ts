/**
 * Chunks: up to 1,000 consecutive ids of messages created at one instant. They are the queue of waiting messages,
 * written in the transaction that creates the messages or gives them back, and the index of messages by id.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { isInRange } from './held-messages.ts';

/** Messages of one run, gateway and partner with consecutive ids. Instants are epoch milliseconds. */
export interface NewChunk {
  readonly runId: number;
  readonly testId: number;
  readonly gatewayId: number;
  readonly partnerId: number;
  readonly createdAt: number;
  readonly deadlineMs: number;
  /** When waiting messages expire. */
  readonly expiresAt: number;
  /** When they become due to be claimed. */
  readonly dueAt: number;
  readonly firstId: number;
  readonly count: number;
  /** How often they have been claimed. */
  readonly attempts: number;
}

/** A worker locks a chunk while it claims from it; a chunk larger than a claim would block the others. */
const LARGEST_CHUNK = 1_000;

/** Chunks checked in one transaction. */
const CHUNKS_PER_PASS = 1_000;

/**
 * Deletes chunks older than the oldest month of messages, after an operator has dropped a month, unless they wait or
 * the default partition still has some of their messages.
 * @param after first id of the last chunk of the previous pass
 * @returns that of the last chunk of this pass; null: all such chunks have been checked
 */
export async function deleteEmptyChunks(tx: Transaction, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with months as (
      select min(to_date(right(relname, 7), 'YYYY_MM')) as oldest
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'messages'::regclass and relname ~ '^messages_[0-9]{4}_[0-9]{2}$'),
    looked as materialized (
      select * from chunks where origin and first_id > ${after}::int8 order by first_id limit ${sql.lit(CHUNKS_PER_PASS)}),
    old as materialized (select looked.* from looked, months where created_at < oldest),
    gone as (
      delete from chunks where id = any (array(
        select c.id from old c where not waiting and not exists (select from messages m where ${isInRange}))))
    select case when (select count(*) from looked) = ${sql.lit(CHUNKS_PER_PASS)} then (select max(first_id) from old) end as last`.execute(
    tx,
  );
  return rows[0]?.last ?? null;
}

/** @returns the first of `count` consecutive ids reserved for the caller */
export async function takeMessageIds(tx: Transaction, count: number): Promise<number> {
  const { rows } = await sql<{
    first: number;
  }>`${PREPARED} select next_message_ids(${count}::int4) as first`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('no ids for new messages');
  return row.first;
}

/**
 * Splits chunks into pieces of at most 1,000 messages.
 * @param origin whether their messages are created with them; false: they wait again
 */
export async function insertChunks(
  tx: Transaction,
  chunks: readonly NewChunk[],
  { origin }: { origin: boolean },
): Promise<void> {
  if (chunks.length === 0) return;
  const rows = rowsAsTable('n', chunks.flatMap(cut), {
    run_id: ['int8', (chunk) => chunk.runId],
    test_id: ['int4', (chunk) => chunk.testId],
    gateway_id: ['int4', (chunk) => chunk.gatewayId],
    partner_id: ['int4', (chunk) => chunk.partnerId],
    created_at: ['instant', (chunk) => chunk.createdAt],
    deadline_ms: ['int4', (chunk) => chunk.deadlineMs],
    expires_at: ['instant', (chunk) => chunk.expiresAt],
    due_at: ['instant', (chunk) => chunk.dueAt],
    first_id: ['int8', (chunk) => chunk.firstId],
    count: ['int4', (chunk) => chunk.count],
    attempts: ['int4', (chunk) => chunk.attempts],
  });
  await sql`${PREPARED}
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      next_id, attempts, origin)
    select run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      first_id, attempts, ${origin}
    from ${rows}`.execute(tx);
}

function cut(chunk: NewChunk): NewChunk[] {
  return Array.from({ length: Math.ceil(chunk.count / LARGEST_CHUNK) }, (_, index) => {
    const before = index * LARGEST_CHUNK;
    const count = Math.min(chunk.count - before, LARGEST_CHUNK);
    return { ...chunk, firstId: chunk.firstId + before, count };
  });
}

/**
 * The chunk of an id, as a lateral join of at most one row. The key of `messages` starts with the creation instant,
 * which the id's chunk knows, so a new message needs no index except the key. An unknown id costs the same single index
 * lookup.
 * @param id as SQL, such as sql`k.id`
 */
export function chunkOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select created_at, first_id, first_id + count as end_id from (
      select first_id, count, created_at from chunks where origin and first_id <= ${id} order by first_id desc limit 1) nearest
    where ${id} < first_id + count)`;
}

/** Consecutive ids of messages created at one instant, epoch milliseconds. */
export interface IdRange {
  readonly createdAt: number;
  readonly firstId: number;
  /** Exclusive. */
  readonly endId: number;
}

/** When the message was created, epoch milliseconds; undefined if there is none with this id. */
export async function findCreation(db: Database, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ createdAt: number }>`
    select created_at as "createdAt" from ${chunkOf(sql`${id}::int8`)} chunk`.execute(db);
  return rows[0]?.createdAt;
}
