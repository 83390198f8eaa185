/**
 * The usual reception: an SMS that the carrier accepted arrives as it was sent, and nothing was heard of it from a handset
 * before. Its report and its row are written by one statement. All else is left to `receive.ts`, which writes the same end.
 */
import type { Database } from '@textprobe/database/connection';
import type { LockedMessage } from '@textprobe/database/messages/message-ledgers';
import {
  type ArrivalDeltas,
  type DirectReception,
  receiveAllDirectly,
} from '@textprobe/database/receptions/direct-receptions';
import { createRunChanges } from '@textprobe/database/runs/run-deltas';
import { submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import type { Changes } from './apply-facts.ts';
import { createRollupChanges } from '@textprobe/database/rollups/rollup-changes';

const ACCEPTED = submissionStateRank('accepted');
const RECEIVED = messageStatusRank('RECEIVED');

/** Whether a report is the usual one, about a message as it was read. That it is the only one about it is for the caller to see to. */
export function isUsualReception({ row, reception }: DirectReception): boolean {
  return (
    row.submission_state === ACCEPTED &&
    row.submitted_at !== null &&
    row.received_at === null &&
    !row.deadline_passed &&
    row.message_type === 'SMS' &&
    reception.comparison === 'identical' &&
    reception.media.length === 0
  );
}

/** What becomes of the messages of usual reports. */
type Arrived = Pick<Changes, 'testIds' | 'settledRunIds'>;

/**
 * Keeps usual reports and notes that their messages arrived, in a statement that is its own transaction.
 * @param usual one for each message, at least one
 * @param now epoch milliseconds
 * @returns null where nothing was written, because somebody has written to one of the messages since it was read, or has it locked
 */
export async function receiveAllUsual(
  db: Database,
  usual: readonly DirectReception[],
  now: number,
): Promise<Arrived | null> {
  const { deltas, changes } = countArrivals(usual, now);
  return (await receiveAllDirectly(db, usual, deltas, now)) ? changes : null;
}

function countArrivals(
  usual: readonly DirectReception[],
  now: number,
): { deltas: ArrivalDeltas; changes: Arrived } {
  const rollups = createRollupChanges();
  const runs = createRunChanges();
  const testIds = new Set<number>();
  for (const one of usual) {
    const { row: before } = one;
    const after = afterArrival(one, now);
    rollups.remove(before);
    rollups.add(after);
    runs.count(before.run_id, before, -1);
    runs.count(before.run_id, after, 1);
    testIds.add(before.test_id);
  }
  const deltas = { rollups: rollups.deltas(), runs: runs.deltas() };
  return { deltas, changes: { testIds, settledRunIds: new Set(deltas.runs.keys()) } };
}

function afterArrival({ row, reception }: DirectReception, now: number): LockedMessage {
  return {
    ...row,
    received_at: reception.at,
    comparison: reception.comparison,
    sender_comparison: reception.senderComparison,
    status: RECEIVED,
    settled_at: row.settled_at ?? now,
  };
}
