/**
 * Stores handset reports and applies them to their messages: usual reports in one statement, all others in a
 * transaction. Unmatched reports are stored too and matched later (`unmatched.ts`).
 */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { type DirectReception, receiveAllDirectly } from '@textprobe/database/fast-path/direct-receptions';
import { finishHandsetReports } from '@textprobe/database/handsets/handset-reports';
import { type LockedMessage, lockMessages } from '@textprobe/database/messages/message-ledgers';
import { insertReceptions } from '@textprobe/database/receptions/receptions';
import { submissionStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusRank } from '@textprobe/domain/message-status';
import type { ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { isTransient, transact, type WriteDeps } from '../kit/transact.ts';
import { applyFactsToLocked, distinctKeys } from '../settle/apply-facts.ts';
import { type CountedMove, countMoves, type MovedTests } from '../settle/counted-moves.ts';
import type { Received } from './match-arrivals.ts';

/** Outcome of each report, in order, and what changed. Null: nothing yet, its message is locked. */
export interface RecordedArrivals {
  readonly outcomes: readonly (ArrivalOutcome | null)[];
  readonly changes: MovedTests;
}

const ACCEPTED = submissionStateRank('accepted');
const RECEIVED = messageStatusRank('RECEIVED');

/**
 * Whether a report is usual: an unaltered SMS that the carrier accepted, with no earlier report from a handset, and not
 * from the stored queue of handset reports.
 */
export function isUsual({ arrival, match, reception }: Received): boolean {
  return (
    arrival.report === undefined &&
    match !== null &&
    match.row.submission_state === ACCEPTED &&
    match.row.submitted_at !== null &&
    match.row.received_at === null &&
    !match.row.deadline_passed &&
    match.row.message_type === 'SMS' &&
    reception.comparison === 'identical' &&
    reception.media.length === 0 &&
    reception.ignored.length === 0
  );
}

/** Stores and applies usual reports. If one turns out to be unusual, all take the slow path. */
export async function recordUsual(
  deps: WriteDeps & { readonly indexOnlyPool?: Database },
  received: readonly Received[],
  now: number,
): Promise<RecordedArrivals> {
  const usual = received.flatMap(({ match, reception }) =>
    match === null ? [] : [{ row: match.row, reception }],
  );
  const changes = await writeAllUsual(deps.indexOnlyPool ?? deps.db, usual, now);
  if (changes === null) return recordCarefully(deps, received, now);
  const outcomes = usual.map(
    ({ row: { id } }): ArrivalOutcome => ({
      kind: 'matched',
      testLogID: id,
      testActivityStatus: 'RECEIVED',
    }),
  );
  return { outcomes, changes };
}

/** @returns null if nothing was written: two reports are about one message, or a message was changed or locked since */
async function writeAllUsual(
  db: Database,
  usual: readonly DirectReception[],
  now: number,
): Promise<MovedTests | null> {
  if (new Set(usual.map(({ row }) => row.id)).size < usual.length) return null;
  const counts = countMoves(usual.map((one) => moveOf(one, now)));
  try {
    return (await receiveAllDirectly(db, usual, counts, now)) ? counts.moved : null;
  } catch (error) {
    if (isTransient(error)) return null;
    throw error;
  }
}

function moveOf({ row, reception }: DirectReception, now: number): CountedMove {
  const after: LockedMessage = {
    ...row,
    received_at: reception.at,
    comparison: reception.comparison,
    sender_comparison: reception.senderComparison,
    status: RECEIVED,
    settled_at: row.settled_at ?? now,
  };
  return { before: row, after };
}

/**
 * Stores and applies any reports in a transaction. Skips stored reports that were already processed, and, if there are
 * several messages, those that are locked.
 */
export function recordCarefully(
  deps: WriteDeps,
  received: readonly Received[],
  now: number,
): Promise<RecordedArrivals> {
  const keys = distinctKeys(received.flatMap(({ match }) => match ?? []));
  return transact(deps, async (tx) => {
    // Gateway evidence may hold one of several messages and wait for another: see decision 0006.
    const wait = keys.length <= 1;
    const locked = await lockMessages(tx, keys, { wait });
    const free = new Set(locked.map(({ id }) => id));
    const isBusy = ({ match }: Received) => !wait && match !== null && !free.has(match.id);
    const taken = received.filter((one) => !isBusy(one));
    const fresh = new Set(await finishStoredReports(tx, taken, now));
    const facts = [...fresh].flatMap(({ at, match, found }) =>
      match && found ? [{ key: match, fact: { kind: 'reception', at, ...found } as const }] : [],
    );
    const { statuses, ...changes } = await applyFactsToLocked(tx, locked, facts, now);
    await insertReceptions(
      tx,
      [...fresh].map(({ reception }) => reception),
    );
    const outcomes = received.map((one): ArrivalOutcome | null => {
      if (isBusy(one)) return null;
      if (!fresh.has(one)) return { kind: 'repeated' };
      const status = one.match === null ? undefined : statuses.get(one.match.id);
      return one.match === null || status === undefined
        ? { kind: 'unmatched' }
        : { kind: 'matched', testLogID: one.match.id, testActivityStatus: status };
    });
    return { outcomes, changes };
  });
}

/**
 * Finishes the stored reports behind these arrivals, so that a process that dies before this, or two processes with the
 * same report, create only one reception.
 * @returns the arrivals whose report was not processed before
 */
async function finishStoredReports(
  tx: Transaction,
  arrivals: readonly Received[],
  now: number,
): Promise<readonly Received[]> {
  const reports = arrivals.flatMap(({ arrival }) => arrival.report ?? []);
  if (reports.length === 0) return arrivals;
  const open = await finishHandsetReports(tx, reports, now);
  // A report that was passed twice counts once.
  return arrivals.filter(({ arrival }) => arrival.report === undefined || open.delete(arrival.report));
}
