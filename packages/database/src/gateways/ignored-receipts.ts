/** Receipts of each gateway that counted for nothing, or only in part: how many for each reason, and the newest one, masked. */
import { type IgnoredReason, maskReceipt } from '@textprobe/domain/ignored-receipts';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { Scope } from '../scope/scope.ts';

/** `newestAt`: epoch milliseconds. `newest`: masked. */
export interface IgnoredReceipts {
  readonly gatewayId: number;
  readonly reason: IgnoredReason;
  readonly count: number;
  readonly newestAt: number;
  readonly newest: string;
}

/** A count ends this long after the newest receipt, in milliseconds. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** How far back unmatched receipts count, in milliseconds; they are rematched for as long. */
const UNMATCHED_MS = 24 * 3_600_000;
/** A receipt may arrive before its answer is committed: younger ones are not counted as unmatched. */
const YOUNG_MS = 60_000;

/** Workers that store the same rows in the same order cannot deadlock. */
const inOrder = (a: IgnoredReceipts, b: IgnoredReceipts): number =>
  a.gatewayId - b.gatewayId || a.reason.localeCompare(b.reason);

/** Adds to the counts; a count whose newest receipt is too old starts again. At most one entry per gateway and reason. */
export async function addIgnoredReceipts(db: Database, added: readonly IgnoredReceipts[]): Promise<void> {
  if (added.length === 0) return;
  const rows = rowsAsTable('n', added.toSorted(inOrder), {
    gateway_id: ['int4', ({ gatewayId }) => gatewayId],
    reason: ['text', ({ reason }) => reason],
    count: ['int8', ({ count }) => count],
    newest_at: ['instant', ({ newestAt }) => newestAt],
    newest: ['text', ({ newest }) => newest],
  });
  await sql`
    insert into gateway_ignored_receipts as known (gateway_id, reason, count, newest_at, newest)
    select n.* from ${rows} where exists (select from gateways where id = n.gateway_id)
    on conflict (gateway_id, reason) do update set newest_at = excluded.newest_at, newest = excluded.newest,
      count = excluded.count + case when known.newest_at < excluded.newest_at - ${KEPT_MS} * interval '1 ms'
        then 0 else known.count end`.execute(db);
}

/** Replaces the counts of unmatched receipts with those of the last day. @param now epoch milliseconds */
export async function countUnmatchedReceipts(tx: Transaction, now: number): Promise<void> {
  const { rows } = await sql<{
    gatewayId: number;
    count: number;
    newestAt: number;
    id: string;
    recipient: string | null;
  }>`
    select distinct on (gateway_id) gateway_id as "gatewayId", provider_id as id, recipient,
      received_at as "newestAt", count(*) over (partition by gateway_id) as count
    from raw_receipts
    where message_id is null and received_at between ${sqlTime(now - UNMATCHED_MS)} and ${sqlTime(now - YOUNG_MS)}
    order by gateway_id, received_at desc`.execute(tx);
  await tx.deleteFrom('gateway_ignored_receipts').where('reason', '=', 'unmatched').execute();
  await addIgnoredReceipts(
    tx,
    rows.map(({ gatewayId, count, newestAt, id, recipient }) => ({
      gatewayId,
      reason: 'unmatched',
      count,
      newestAt,
      newest: maskReceipt({ id, state: null, phone: recipient }),
    })),
  );
}

/**
 * The current counts, by gateway and reason, newest first; none for an account with partners, whose receipts they may not be.
 * @param now epoch milliseconds
 */
export async function listIgnoredReceipts(
  db: Database,
  { partnerIds }: Scope,
  now: number,
): Promise<IgnoredReceipts[]> {
  if (partnerIds !== null) return [];
  const rows = await db
    .selectFrom('gateway_ignored_receipts')
    .selectAll()
    .where('newest_at', '>=', sqlTime(now - KEPT_MS))
    .orderBy('gateway_id')
    .orderBy('newest_at', 'desc')
    .execute();
  return rows.map((row) => ({
    gatewayId: row.gateway_id,
    reason: row.reason as IgnoredReason,
    count: row.count,
    newestAt: row.newest_at,
    newest: row.newest,
  }));
}
