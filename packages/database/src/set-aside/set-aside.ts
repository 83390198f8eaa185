/**
 * Failed items, counted across all processes and skipped after three tries, with occasional retries. Otherwise a loop
 * that takes the oldest first would meet the same item again and again, and never the ones behind it. An unavailable
 * database does not count as a failure of the item.
 */
import type { Clock } from '@textprobe/domain/clock';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { isDatabaseUnavailable } from '../core/database-errors.ts';
import type { Log } from '../core/log.ts';
import { type Fence, StaleFenceError, underFence } from '../leaders/fence.ts';

/**
 * Says what the item's id identifies: a run, a reception, a message, a receipt or a test; for `closing` a run to close;
 * for the sums a delta to fold into the rollups.
 */
export type SetAsideKind =
  | 'run'
  | 'files'
  | 'deadline'
  | 'lease'
  | 'receipt'
  | 'reception'
  | 'due test'
  | 'closing'
  | 'message sum'
  | 'test sum';

/**
 * Called with the items that a transaction has taken, so that a failing one can be isolated. Called inside the
 * transaction, before anything is done with them.
 */
export type Taken = (tx: Transaction, items: readonly { readonly id: number }[]) => Promise<void>;

/** After this many failures an item is skipped. */
export const TRIES_BEFORE_SET_ASIDE = 3;

/** Then it is retried after this pause, which doubles each time up to the longest. Milliseconds. */
const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 24 * 3_600_000;

/** Counts a failure. @returns how often the item has failed */
export async function noteFailure(
  db: Database,
  of: {
    kind: SetAsideKind;
    item: number;
    problem: string;
    /** Epoch milliseconds. */
    now: number;
    /** Pause before its next try while it is not set aside yet, in milliseconds. */
    pauseMs: number;
  },
): Promise<number> {
  const now = sqlTime(of.now);
  // 2 to the 20th times the first pause exceeds the longest; larger exponents could overflow.
  const { rows } = await sql<{ tries: number }>`
    insert into set_aside as s (kind, item, tries, problem, last_try_at, next_try_at)
    values (${of.kind}, ${String(of.item)}, 1, ${of.problem}, ${now}, ${sqlTime(of.now + of.pauseMs)})
    on conflict (kind, item) do update set tries = s.tries + 1, problem = excluded.problem,
      last_try_at = excluded.last_try_at,
      next_try_at = case when s.tries + 1 < ${LIMIT} then excluded.next_try_at else ${now} + make_interval(secs =>
        least(${LONGEST_PAUSE_MS / 1_000}, ${FIRST_PAUSE_MS / 1_000} * 2 ^ least(s.tries + 1 - ${LIMIT}, 20))) end
    returning tries`.execute(db);
  return rows[0]?.tries ?? 1;
}

const LIMIT = sql.lit(TRIES_BEFORE_SET_ASIDE);

/** Clears the failures of items that succeeded or are no longer to be tried. */
export async function forgetFailures(
  db: Database,
  kind: SetAsideKind,
  items: readonly number[],
): Promise<void> {
  if (items.length === 0) return;
  await sql`delete from set_aside where kind = ${kind} and item = any (${items.map(String)}::text[])`.execute(
    db,
  );
}

/**
 * Clears failures of items that were due before this instant (epoch milliseconds) and never retried: they no longer
 * exist. @returns how many
 */
export async function sweepFailures(db: Database, before: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from set_aside where next_try_at < ${sqlTime(before)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * True for rows that are not skipped: rows that have not failed, or are due for a retry.
 * @param id as SQL, such as sql`r.id`
 * @param now epoch milliseconds
 */
export function isNotSetAside(kind: SetAsideKind, id: RawBuilder<unknown>, now: number): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from set_aside a where a.kind = ${kind} and a.item = ${id}::text
    and a.next_try_at > ${sqlTime(now)})`;
}

/** The number of set-aside items, by kind. */
export interface SetAsideMetrics {
  setAside(kind: string): void;
}

export interface SetAsideDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: SetAsideMetrics;
  /** Set if the leader's work failed. */
  readonly fence?: Fence;
}

/**
 * Counts the failure of one item and logs it.
 * @param pauseMs before its next try while it is not set aside yet, in milliseconds
 * @returns whether it is set aside now
 * @throws the error itself, if the database is unavailable or another process is the leader now
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
  const fields = { err: error, kind, item, tries };
  if (tries === TRIES_BEFORE_SET_ASIDE) {
    log.error(fields, 'an item failed too often and was set aside');
    metrics?.setAside(kind);
  } else if (tries > TRIES_BEFORE_SET_ASIDE) {
    log.warn(fields, 'an item that was set aside failed again');
  } else {
    log.warn(fields, 'an item failed and will be retried');
  }
  return tries >= TRIES_BEFORE_SET_ASIDE;
}
