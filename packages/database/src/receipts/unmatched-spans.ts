/** Reads unmatched evidence that arrived in given time spans, by the index of unmatched rows. */
import { type RawBuilder, sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';

/** Tables with unmatched evidence: rows without a message. */
type UnmatchedTable = 'raw_receipts' | 'receptions';

/** A time span in epoch milliseconds, end exclusive. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

export interface UnmatchedQuery {
  readonly spans: readonly Span[];
  readonly limit: number;
  readonly now: number;
}

/**
 * The newest unmatched rows of `table` in these spans, as a table expression.
 * @param condition on its row `u`
 */
export function unmatchedIn(
  table: UnmatchedTable,
  { spans, limit }: UnmatchedQuery,
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const timeSpans = rowsAsTable('s', spans, {
    from_at: ['instant', ({ from }) => from],
    before_at: ['instant', ({ before }) => before],
  });
  // Redundant, but lets the planner exclude earlier months.
  const oldest = sqlTime(Math.min(...spans.map(({ from }) => from)));
  return sql`(
    select u.* from ${timeSpans} cross join lateral (
      select * from ${sql.table(table)} u
      where u.message_id is null and u.received_at >= s.from_at and u.received_at < s.before_at
        and u.received_at >= ${oldest} and ${condition}
      order by u.received_at desc limit ${sql.lit(limit)}) u
    order by u.received_at desc limit ${sql.lit(limit)})`;
}

/**
 * Locks the rows that are still unmatched.
 * @param receivedAt when a row arrived, epoch milliseconds: part of its key
 * @returns their ids; rows locked by other processes are left out
 */
export async function lockUnmatched<Row extends { readonly id: number }>(
  tx: Transaction,
  table: UnmatchedTable,
  unmatched: readonly Row[],
  receivedAt: (row: Row) => number,
): Promise<Set<number>> {
  if (unmatched.length === 0) return new Set();
  const rows = rowsAsTable('k', unmatched, {
    id: ['int8', ({ id }) => id],
    received_at: ['instant', receivedAt],
  });
  const locked = await sql<{ id: number }>`
    select r.id from ${sql.table(table)} r join ${rows} on r.id = k.id and r.received_at = k.received_at
    where r.message_id is null for no key update of r skip locked`.execute(tx);
  return new Set(locked.rows.map(({ id }) => id));
}
