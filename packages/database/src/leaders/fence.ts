/**
 * Fencing: a transaction of a leader commits only while its token is the current one. A process that was paused and whose
 * lease another one has taken meanwhile believes that it still leads; here it learns that it does not.
 */
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';

/** What a leader proves itself with. */
export interface Fence {
  /** The lease, as in the table `leaders`. */
  readonly name: string;
  /** The fencing token: each change of leader raises it. */
  readonly token: number;
}

/** Another process leads by now. What the transaction wrote is rolled back. */
export class StaleFenceError extends Error {
  constructor({ name, token }: Fence) {
    super(`another process leads the ${name} by now: fencing token ${token} is stale`);
    this.name = 'StaleFenceError';
  }
}

/**
 * A leader that is paused within a transaction loses it, with its locks, after this time: they would keep its successor
 * from the same rows.
 */
const MOST_IDLE_MS = 5_000;

/**
 * Runs the work of a leader in a transaction, and proves the fence at its end. The proof holds the row of the lease until the
 * commit, so no successor begins before it; at the end, as then it holds it for a moment only.
 * @throws StaleFenceError where another process leads by now
 */
export async function underFence<T>(
  tx: Transaction,
  fence: Fence,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(MOST_IDLE_MS)}, true)`.execute(
    tx,
  );
  const result = await work(tx);
  await proveFence(tx, fence);
  return result;
}

/** A transaction that has written nothing proves nothing: the proof itself would have to be written to the disk. */
async function proveFence(tx: Transaction, fence: Fence): Promise<void> {
  const { rows } = await sql<{ proven: boolean }>`
    with tx as materialized (select pg_current_xact_id_if_assigned() is null as wrote_nothing),
    held as materialized (
      select from leaders
      where name = ${fence.name} and fence = ${fence.token} and not (select wrote_nothing from tx)
      for key share)
    select wrote_nothing or exists (select from held) as proven from tx`.execute(tx);
  if (rows[0]?.proven !== true) throw new StaleFenceError(fence);
}
