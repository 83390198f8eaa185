/**
 * Chunks as the index of messages by id: the key of `messages` begins with the instant of creation, which the chunk of an
 * id knows. One small row stands for up to 1,000 messages, so that a new message is entered in no index but the key.
 */
import { type RawBuilder, sql } from 'kysely';
import { arrayParameter } from '../array-parameters.ts';
import type { Database } from '../connection.ts';

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
  const [chunk] = await findChunks(db, [id]);
  return chunk?.createdAt;
}

/** Those of some ids that lie in one chunk: their places among all, the end excluded. */
export interface LocatedIds {
  readonly createdAt: number;
  readonly from: number;
  readonly to: number;
}

/**
 * A look-up takes 5 µs, as PostgreSQL reads half a page of the index for it, and ids that come together often share a chunk.
 * So one of so many is looked up first, and then those that are in none of the chunks found. Few are looked up at once.
 */
const STRIDE = 8;
const FEW = 32;

/** Finds the chunks of ids. @param sorted without repetition; those that no message has are in none of the results */
export async function locateIds(db: Database, sorted: readonly number[]): Promise<LocatedIds[]> {
  const sample = sorted.length <= FEW ? sorted : sorted.filter((_, index) => index % STRIDE === 0);
  const chunks = await findChunks(db, sample);
  const located = placeIn(chunks, sorted);
  if (sample.length === sorted.length) return located;
  const isLocated = new Uint8Array(sorted.length);
  for (const { from, to } of located) isLocated.fill(1, from, to);
  const left = sorted.filter((_, index) => index % STRIDE !== 0 && isLocated[index] === 0);
  return left.length === 0 ? located : [...located, ...placeIn(await findChunks(db, left), sorted)];
}

/** The chunks of these ids, each once, in the order of ids. */
async function findChunks(db: Database, ids: readonly number[]): Promise<IdRange[]> {
  const { rows } = await sql<IdRange>`
    select distinct c.first_id as "firstId", c.end_id as "endId", c.created_at as "createdAt"
    from unnest(${arrayParameter('int8', ids)}) k (id) cross join lateral ${chunkOf(sql`k.id`)} c order by 1`.execute(
    db,
  );
  return rows;
}

/** One walk over both, which are in the order of ids. */
function placeIn(chunks: readonly IdRange[], sorted: readonly number[]): LocatedIds[] {
  let next = 0;
  const before = (end: number) => {
    while (next < sorted.length && (sorted[next] as number) < end) next += 1;
    return next;
  };
  return chunks.map(({ createdAt, firstId, endId }) => ({
    createdAt,
    from: before(firstId),
    to: before(endId),
  }));
}
