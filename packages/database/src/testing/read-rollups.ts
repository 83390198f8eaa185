/** The stored sums over all messages, for tests that compare them with what they expect. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { pendingByKey, type RollupDelta } from '../rollups/rollup-deltas.ts';
import { amounts, countsSomething, kind, summedAmounts } from '../rollups/rollup-tables.ts';

/** A rollup's columns under the names of {@link RollupDelta}. */
const rollupColumns = sql`hour, carrier, message_type as "messageType", test_type as "testType", status, received,
  finding, sender_changed as "senderChanged", files, unaltered, verdict, receipt, messages, delay_ms as "delayMs", delayed`;

/** Each key with its counts; keys without any are left out. Ordered by hour, then by the rest. */
export async function readRollups(db: Database): Promise<RollupDelta[]> {
  const { rows } = await sql<RollupDelta>`
    select ${rollupColumns}
    from (
      select hour, ${kind}, ${summedAmounts}
      from (
        select hour, ${kind}, ${amounts} from hourly_rollups union all select * from ${pendingByKey()}) stored
      group by hour, ${kind} having ${countsSomething}) summed
    order by hour, ${kind}`.execute(db);
  return rows;
}
