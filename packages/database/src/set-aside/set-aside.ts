/**
 * Items that failed: counted for all processes together, and left out after three tries, but for a try now and then. A loop
 * that takes the oldest first would else meet the same one again and again, and none of those behind it. A database that is
 * away is no fault of any item.
 */
import type { Clock } from '@textprobe/domain/clock';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { isDatabaseUnavailable } from '../core/database-errors.ts';
import type { Log } from '../core/log.ts';
import { type Fence, StaleFenceError, underFence } from '../leaders/fence.ts';

/**
 * What an item is: the id of a run, a reception, a message, a receipt or a test; `closing`: of a run to be closed; the sums:
 * of a change that is to be added to the figures of analytics.
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
 * Hears of the items that a transaction has taken, so that one that fails can be told from its neighbours. Called within the
 * transaction, before anything is done with them.
 */
export type Taken = (tx: Transaction, items: readonly { readonly id: number }[]) => Promise<void>;

/** After so many failures an item is left out. */
export const TRIES_BEFORE_SET_ASIDE = 3;

/** Then it is tried again after this pause, and after one twice as long each time, up to the longest. Milliseconds. */
const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 24 * 3_600_000;

/** Notes a failure. @returns how often the item has failed by now */
export async function noteFailure(
  db: Database,
  of: {
    kind: SetAsideKind;
    item: number;
    problem: string;
    /** Epoch milliseconds. */
    now: number;
    /** Until its next try, in milliseconds, while it is not set aside yet. */
    pauseMs: number;
  },
): Promise<number> {
  const now = sqlTime(of.now);
  // Before 2 to the 20th times the first pause the longest is reached; beyond, no number is large enough.
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

/** Forgets the failures of items that have worked, or are not to be tried any more. */
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
 * Forgets what nobody has tried again although its time came before this instant (epoch milliseconds): it is not to be done
 * any more. @returns how many
 */
export async function sweepFailures(db: Database, before: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from set_aside where next_try_at < ${sqlTime(before)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * True of rows that are not to be left out: that have not failed, or whose next try is due.
 * @param id as SQL, such as sql`r.id`
 * @param now epoch milliseconds
 */
export function isNotSetAside(kind: SetAsideKind, id: RawBuilder<unknown>, now: number): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from set_aside a where a.kind = ${kind} and a.item = ${id}::text
    and a.next_try_at > ${sqlTime(now)})`;
}

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
 * Counts the failure of one item and logs it.
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
