/**
 * One bad item never holds up others. What fails is tried three times, by itself; then it is left out, counted and told in
 * the log, and tried again after growing pauses. A database that is away is no fault of any item.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { Database } from '../core/connection.ts';
import { isDatabaseUnavailable } from '../core/database-errors.ts';
import type { Log } from '../core/log.ts';
import { type Fence, StaleFenceError, underFence } from '../leaders/fence.ts';
import { noteFailure, type SetAsideKind, TRIES_BEFORE_SET_ASIDE } from './set-aside.ts';

/** Counts what is set aside, by its kind. */
export interface SetAsideMetrics {
  setAside(kind: string): void;
}

export interface SetAsideDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: SetAsideMetrics;
  /** Of the leader, where it is the leader's work that failed. */
  readonly fence?: Fence;
}

/**
 * Counts the failure of one item.
 * @param pauseMs until its next try while it is not set aside yet, in milliseconds; it is left out meanwhile
 * @returns whether it is set aside now
 * @throws the error itself, where the database is away or another process leads by now
 */
export async function noteFailed(
  { db, clock, log, metrics, fence }: SetAsideDeps,
  failed: { kind: SetAsideKind; item: number; error: unknown; pauseMs?: number },
): Promise<boolean> {
  const { kind, item, error, pauseMs = 0 } = failed;
  if (isDatabaseUnavailable(error) || error instanceof StaleFenceError) throw error;
  const now = clock.now();
  const problem = String(error).slice(0, 1_000).toWellFormed().replaceAll('\u0000', '\uFFFD');
  const failure = { kind, item, problem, now, pauseMs };
  const tries =
    fence === undefined
      ? await noteFailure(db, failure)
      : await db.transaction().execute((tx) => underFence(tx, fence, () => noteFailure(tx, failure)));
  const told = { err: error, kind, item, tries };
  if (tries === TRIES_BEFORE_SET_ASIDE) {
    log.error(told, 'an item failed too often and was set aside');
    metrics?.setAside(kind);
  } else if (tries > TRIES_BEFORE_SET_ASIDE) {
    log.warn(told, 'an item that was set aside failed again');
  } else {
    log.warn(told, 'an item failed and will be tried again by itself');
  }
  return tries >= TRIES_BEFORE_SET_ASIDE;
}
