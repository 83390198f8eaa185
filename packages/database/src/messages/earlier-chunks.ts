/**
 * Makes the chunks of messages from before there were any, so that they are found as all others: for each island of
 * consecutive ids that share run, gateway, partner and instant. 20,000 messages take 0.2 s and lock nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import type { CarryOverStep } from '../carry-over/carry-over-step.ts';
import { listLeaves } from '../carry-over/leaf-indexes.ts';
import type { Database } from '../connection.ts';
import { CHUNKS_OF_EARLIER, chunkOf } from './chunk-index.ts';

export const chunkEarlierMessages: CarryOverStep = {
  name: CHUNKS_OF_EARLIER,
  run: ({ session, progress }) => makeMissingChunks(session, progress),
};

const BATCH = 20_000;

/** A place in the order of creation; the instant as text, as one in milliseconds may lie before it. */
interface Place {
  readonly at: string;
  readonly id: number;
}

const BEGINNING: Place = { at: '-infinity', id: 0 };

/**
 * Gives each message that has none a chunk. Killed, it passes over what it has done.
 * @param progress told how many messages of how many have been looked at; the total is an estimate
 */
export async function makeMissingChunks(
  db: Database,
  progress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const total = await estimateMessages(db);
  const seen = new Set<string>();
  let done = 0;
  // Looked up anew after each: messages move from the default partition to a month that is made meanwhile.
  for (let leaf = await nextLeaf(db, seen); leaf !== undefined; leaf = await nextLeaf(db, seen)) {
    for (let place: Place | undefined = BEGINNING; place !== undefined; ) {
      place = await chunkBatch(db, leaf, place);
      if (place !== undefined) progress((done += BATCH), Math.max(total, done));
    }
    seen.add(leaf);
  }
  await sql`analyze chunks`.execute(db);
}

async function nextLeaf(db: Database, seen: ReadonlySet<string>): Promise<string | undefined> {
  return (await listLeaves(db, 'messages')).find((leaf) => !seen.has(leaf));
}

async function estimateMessages(db: Database): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::int8 as total from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent = 'messages'::regclass)`.execute(db);
  return rows[0]?.total ?? 0;
}

/** @returns where the batch ended; undefined once nothing is left */
function chunkBatch(db: Database, leaf: string, after: Place): Promise<Place | undefined> {
  return db.transaction().execute(async (tx) => {
    // Of a month without statistics PostgreSQL would read and sort all for each batch.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    const { rows } = await sql<Place>`
      with part as materialized (
        select * from ${sql.table(leaf)} where (created_at, id) > (${after.at}::timestamptz, ${after.id}::int8)
        order by created_at, id limit ${sql.lit(BATCH)}),
      made as (${insertIslands(sql`part`)})
      select created_at::text as at, id from part order by created_at desc, id desc limit 1`.execute(tx);
    return rows[0];
  });
}

/** The look-ups are over before the first row is added: each would else pass over the index entries just made. */
function insertIslands(messages: RawBuilder<unknown>) {
  return sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      next_id, waiting)
    select run_id, test_id, gateway_id, partner_id, created_at, min(deadline_ms),
      min(coalesce(expires_at, created_at + make_interval(secs => deadline_ms / 1000.0))), created_at, min(id), count(*),
      max(id) + 1, false
    from (
      select *, id - row_number() over (
        partition by run_id, test_id, gateway_id, partner_id, created_at order by id) as island
      from ${messages} m where not exists (select from ${chunkOf(sql`m.id`)} c)) bare
    group by run_id, test_id, gateway_id, partner_id, created_at, island order by min(id)`;
}
