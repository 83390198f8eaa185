/** Spans of instants at which parked evidence came, as a statement reads them: each by the index of what is parked. */
import { type RawBuilder, sql } from 'kysely';
import { sqlTime } from '../connection.ts';
import { rowsAsTable } from '../rows-as-table.ts';

/** A span of instants, in epoch milliseconds; the end excluded. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** Which evidence is read, and how much of it. */
export interface ParkedOf {
  readonly spans: readonly Span[];
  readonly limit: number;
  readonly now: number;
}

/**
 * The newest parked rows of `table` in some spans, as a table expression.
 * @param condition on `p`, its row
 */
export function parkedIn(
  table: 'raw_receipts' | 'receptions',
  { spans, limit }: ParkedOf,
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const asked = rowsAsTable('s', spans, {
    from_at: ['instant', ({ from }) => from],
    before_at: ['instant', ({ before }) => before],
  });
  // Said once more, so that the planner leaves out the months before.
  const oldest = sqlTime(Math.min(...spans.map(({ from }) => from)));
  return sql`(
    select p.* from ${asked} cross join lateral (
      select * from ${sql.table(table)} p
      where p.message_id is null and p.received_at >= s.from_at and p.received_at < s.before_at
        and p.received_at >= ${oldest} and ${condition}
      order by p.received_at desc limit ${sql.lit(limit)}) p
    order by p.received_at desc limit ${sql.lit(limit)})`;
}
