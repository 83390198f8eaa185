/** Transactions that are tried again when the database had to break off one of several for no fault of its own. */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { type Fence, underFence } from '@textprobe/database/leaders/fence';
import type { Clock } from '@textprobe/domain/clock';

/** serialization_failure, deadlock_detected. Nothing has happened, and the same again will do. */
const TRANSIENT = new Set(['40001', '40P01']);
const TRIES = 6;
const FIRST_PAUSE_MS = 5;

/** What writing takes. */
export interface WriteDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Of the leader, where it is a sweep of the leader that writes. */
  readonly fence?: Fence;
}

/**
 * Runs `work` in a transaction. It may run several times, so it touches nothing but the transaction.
 * @throws StaleFenceError where there is a fence and another process leads by now
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

/** Half as long to half as long again: processes that were in each other's way do not meet again. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

/** Whether the database broke something off that would do if it were tried again. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(sqlState(error));
}

/**
 * Whether something was refused for what it is, by the database or by our own rules: the same again would be refused again,
 * and what was written with it would not. Not so where the database is away, busy or out of room.
 * Classes: 21 cardinality, 22 data, 23 integrity, 54 limits (an index row too large), P0 raised, XX corrupted.
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
