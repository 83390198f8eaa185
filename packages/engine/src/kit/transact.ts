/** Transactions that are retried after a serialization failure or a deadlock. */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { type Fence, underFence } from '@textprobe/database/leaders/fence';
import type { Clock } from '@textprobe/domain/clock';

/** serialization_failure, deadlock_detected: the transaction was rolled back and can be retried as is. */
const TRANSIENT = new Set(['40001', '40P01']);
const TRIES = 6;
const FIRST_PAUSE_MS = 5;

export interface WriteDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Set for writes of the leader's sweeps. */
  readonly fence?: Fence;
}

/**
 * Runs `work` in a transaction. It may run several times, so it must have no effects outside the transaction.
 * @throws StaleFenceError if there is a fence and another process is the leader now
 */
export async function transact<T>(
  { db, clock, fence }: WriteDeps,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db
        .transaction()
        .execute((tx) => (fence === undefined ? work(tx) : underFence(tx, fence, work)));
    } catch (error) {
      if (attempt === TRIES || !isTransient(error)) throw error;
      await clock.sleep(jittered(FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

/** Between 0.5 and 1.5 times `ms`, so that conflicting processes do not collide again. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

/** Whether the transaction failed for a reason that a retry can fix. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(sqlState(error));
}

/**
 * Whether the database or our own checks refused an item for what it contains: a retry would fail again, while other
 * items of the batch would succeed. False if the database is unavailable, busy or full. SQLSTATE classes: 21
 * cardinality, 22 data, 23 integrity, 54 limits (an index row too large), P0 raised, XX corrupted.
 */
export function isRefusal(error: unknown): boolean {
  return (
    /^(2[123]|54|P0|XX)/.test(sqlState(error)) || error instanceof RangeError || error instanceof TypeError
  );
}

function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
