/**
 * One bad item never holds up others. What fails is tried three times, by itself; then it is left out, counted and told in
 * the log. A database that is away is no fault of any item.
 */
import type { Database } from '@textprobe/database/connection';
import { isDatabaseUnavailable } from '@textprobe/database/database-errors';
import type { Log } from '@textprobe/database/log';
import {
  noteFailure,
  type SetAsideKind,
  TRIES_BEFORE_SET_ASIDE,
} from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { type EngineMetrics, NO_METRICS } from './metrics.ts';
import { storableText } from './storable-text.ts';

export interface SetAsideDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Pick<EngineMetrics, 'setAside'>;
}

/**
 * Counts the failure of one item.
 * @param pauseMs until its next try, in milliseconds; it is left out meanwhile
 * @returns whether it is set aside now
 * @throws the error itself, where the database is away
 */
export async function noteFailed(
  { db, clock, log, metrics = NO_METRICS }: SetAsideDeps,
  failed: { kind: SetAsideKind; item: number; error: unknown; pauseMs?: number },
): Promise<boolean> {
  const { kind, item, error, pauseMs = 0 } = failed;
  if (isDatabaseUnavailable(error)) throw error;
  const now = clock.now();
  const problem = storableText(String(error)).slice(0, 1_000);
  const tries = await noteFailure(db, { kind, item, problem, now, nextTryAt: now + pauseMs });
  const isSetAside = tries >= TRIES_BEFORE_SET_ASIDE;
  if (isSetAside) {
    log.error({ err: error, kind, item, tries }, 'an item failed too often and was set aside');
    metrics.setAside(kind);
  } else {
    log.warn({ err: error, kind, item, tries }, 'an item failed and will be tried again by itself');
  }
  return isSetAside;
}

/**
 * Works on the next of what waits. Where that fails it takes ever fewer of them, until what fails stands alone and its
 * failure is counted; the third time the work's own query leaves it out.
 * @param work takes so many at most, and says which before it does anything with them
 * @throws the error itself, where the database is away or nothing had been taken
 */
export async function workApart<T>(
  deps: SetAsideDeps,
  kind: SetAsideKind,
  most: number,
  work: (limit: number, taken: (ids: readonly number[]) => void) => Promise<T>,
): Promise<T> {
  let limit = most;
  for (;;) {
    let ids: readonly number[] = [];
    try {
      return await work(limit, (taken) => {
        ids = taken;
      });
    } catch (error) {
      const [first] = ids;
      if (first === undefined || isDatabaseUnavailable(error)) throw error;
      if (ids.length === 1) await noteFailed(deps, { kind, item: first, error });
      else limit = Math.ceil(ids.length / 8);
    }
  }
}
