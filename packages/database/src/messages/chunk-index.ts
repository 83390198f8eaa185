/**
 * Chunks as the index of messages by id: the key of `messages` begins with the instant of creation, which the chunk of an
 * id knows. One small row stands for up to 1,000 messages, so that a new message is entered in no index but the key.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/**
 * The chunk that holds an id, as a lateral join of at most one row. An id that no message has costs the same single look at
 * the index.
 * @param id as SQL, such as sql`k.id`
 */
export function chunkOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select created_at, first_id, first_id + count as end_id from (
      select first_id, count, created_at from chunks where origin and first_id <= ${id} order by first_id desc limit 1) nearest
    where ${id} < first_id + count)`;
}

/** Consecutive ids of messages that were created at one instant, epoch milliseconds. */
export interface IdRange {
  readonly createdAt: number;
  readonly firstId: number;
  /** Excluded. */
  readonly endId: number;
}

/** When the message of an id was created, epoch milliseconds; undefined where there is no such message. */
export async function findCreation(db: Database, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ createdAt: number }>`
    select created_at as "createdAt" from ${chunkOf(sql`${id}::int8`)} chunk`.execute(db);
  return rows[0]?.createdAt;
}
