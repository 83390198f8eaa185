/**
 * Receptions: what handsets report is kept and folded into the messages that it is about. The usual reports are written by
 * one statement, all others in a transaction. What is about no message is kept as well and looked at again later (`unmatched.ts`).
 */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { finishHandsetReports } from '@textprobe/database/handset-sources/handset-reports';
import { type LockedMessage, lockMessages } from '@textprobe/database/messages/message-ledgers';
import { type DirectReception, receiveAllDirectly } from '@textprobe/database/receptions/direct-receptions';
import { insertReceptions } from '@textprobe/database/receptions/receptions';
import { submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import type { ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { isTransient, transact, type WriteDeps } from '../kit/transact.ts';
import { applyFactsToLocked, distinctKeys } from '../settle/apply-facts.ts';
import { type CountedMove, countMoves, type MovedTests } from '../settle/counted-moves.ts';
import type { Received } from './match-arrivals.ts';

/** What became of reports, in their order, and what changed. Null: nothing yet, its message is locked by others. */
export interface RecordedArrivals {
  readonly outcomes: readonly (ArrivalOutcome | null)[];
  readonly changes: MovedTests;
}

const ACCEPTED = submissionStateRank('accepted');
const RECEIVED = messageStatusRank('RECEIVED');

/**
 * Whether a report is the usual one, about a message as it was read: an SMS that the carrier accepted arrives as it was sent,
 * nothing was heard of it from a handset before, and the report was not written down before.
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
    reception.media.length === 0
  );
}

/** Keeps and folds usual reports. Where one turns out not to be, all are recorded carefully. */
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

/** @returns null where nothing was written: two are about one message, or somebody has written to one since, or has it locked */
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
 * Keeps and folds any reports in a transaction; those that were written down before, and taken before, are left out, and so
 * are those about one of several messages that others have locked.
 */
export function recordCarefully(
  deps: WriteDeps,
  received: readonly Received[],
  now: number,
): Promise<RecordedArrivals> {
  const keys = distinctKeys(received.flatMap(({ match }) => match ?? []));
  return transact(deps, async (tx) => {
    // Evidence of gateways may hold one of several messages and wait for another: see decision 0037.
    const wait = keys.length <= 1;
    const locked = await lockMessages(tx, keys, { wait });
    const free = new Set(locked.map(({ id }) => id));
    const isBusy = ({ match }: Received) => !wait && match !== null && !free.has(match.id);
    const taken = received.filter((one) => !isBusy(one));
    const fresh = new Set(await endKeptReports(tx, taken, now));
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
 * Ends the reports of arrivals that were written down before they were handed over: a process that dies in between, or two
 * that work on one report, make one reception of it and not two.
 * @returns those whose report was not taken before
 */
async function endKeptReports(
  tx: Transaction,
  arrivals: readonly Received[],
  now: number,
): Promise<readonly Received[]> {
  const reports = arrivals.flatMap(({ arrival }) => arrival.report ?? []);
  if (reports.length === 0) return arrivals;
  const open = await finishHandsetReports(tx, reports, now);
  // Each once, should one report be handed over twice at a time.
  return arrivals.filter(({ arrival }) => arrival.report === undefined || open.delete(arrival.report));
}
