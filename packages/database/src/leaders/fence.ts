/**
 * Fencing: a leader's transaction commits only if its token is still current. A paused process whose lease was taken
 * over still believes that it leads; here it learns otherwise.
 */
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';

/** A leader's proof of leadership. */
export interface Fence {
  /** The lease, as in the table `leaders`. */
  readonly name: string;
  /** The fencing token; each change of leader increments it. */
  readonly token: number;
}

/** Another process is the leader now. The transaction is rolled back. */
export class StaleFenceError extends Error {
  constructor({ name, token }: Fence) {
    super(`another process now leads the ${name}: fencing token ${token} is stale`);
    this.name = 'StaleFenceError';
  }
}

/** A leader paused inside a transaction loses it, with its locks, after this time: they would block its successor. */
const MAX_IDLE_MS = 5_000;

/**
 * Runs a leader's work in a transaction and checks the fence at its end. The check locks the lease's row until the
 * commit, so that no successor starts before it; at the end, because then it holds the lock only briefly.
 * @throws StaleFenceError if another process is the leader now
 */
export async function underFence<T>(
  tx: Transaction,
  fence: Fence,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(MAX_IDLE_MS)}, true)`.execute(
    tx,
  );
  const result = await work(tx);
  await proveFence(tx, fence);
  return result;
}

/** Skipped if the transaction wrote nothing: the check itself would cause a disk write. */
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
