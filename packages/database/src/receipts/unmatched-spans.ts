/** Spans of instants at which parked evidence came, as a statement reads them: each by the index of what is parked. */
import { type RawBuilder, sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';

/** Where parked evidence lies: rows without a message. */
type UnmatchedTable = 'raw_receipts' | 'receptions';

/** A span of instants, in epoch milliseconds; the end excluded. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** Which evidence is read, and how much of it. */
export interface UnmatchedQuery {
  readonly spans: readonly Span[];
  readonly limit: number;
  readonly now: number;
}

/**
 * The newest parked rows of `table` in some spans, as a table expression.
 * @param condition on `p`, its row
 */
export function parkedIn(
  table: UnmatchedTable,
  { spans, limit }: UnmatchedQuery,
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

/**
 * Locks those of the rows that are still parked.
 * @param receivedAt when a row came, epoch milliseconds: part of its key
 * @returns their ids; those in another process's hands are left out
 */
export async function lockUnmatched<Row extends { readonly id: number }>(
  tx: Transaction,
  table: UnmatchedTable,
  parked: readonly Row[],
  receivedAt: (row: Row) => number,
): Promise<Set<number>> {
  if (parked.length === 0) return new Set();
  const rows = rowsAsTable('k', parked, {
    id: ['int8', ({ id }) => id],
    received_at: ['instant', receivedAt],
  });
  const locked = await sql<{ id: number }>`
    select r.id from ${sql.table(table)} r join ${rows} on r.id = k.id and r.received_at = k.received_at
    where r.message_id is null for no key update of r skip locked`.execute(tx);
  return new Set(locked.rows.map(({ id }) => id));
}
