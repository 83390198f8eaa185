/** Folds the deltas into the hourly rollups. One at a time in all processes: writers then never meet on a row. */
import { sql } from 'kysely';
import type { Transaction } from '../connection.ts';

/** Held by whoever writes hourly_rollups. */
export const ROLLUP_LOCK = sql`hashtext('textprobe rollups')`;

/**
 * Adds up to `limit` deltas to the rollups.
 * @returns how many; 0 also when another process is at it
 */
export async function foldRollupDeltas(tx: Transaction, limit: number): Promise<number> {
  const { rows: locks } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as taken`.execute(tx);
  if (locks[0]?.taken !== true) return 0;
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from rollup_deltas where id in (select id from rollup_deltas order by id limit ${sql.lit(limit)})
      returning *
    ), folded as (
      insert into hourly_rollups as h
        (hour, carrier, message_type, test_type, status, received, messages, delay_ms, delayed)
      select hour, carrier, message_type, test_type, status, received, sum(messages), sum(delay_ms), sum(delayed)
      from taken
      group by hour, carrier, message_type, test_type, status, received
      order by hour, carrier, message_type, test_type, status, received
      on conflict (hour, carrier, message_type, test_type, status, received) do update set
        messages = h.messages + excluded.messages,
        delay_ms = h.delay_ms + excluded.delay_ms,
        delayed = h.delayed + excluded.delayed
    )
    select count(*) as folded from taken`.execute(tx);
  return rows[0]?.folded ?? 0;
}
