/**
 * The usual reception: an SMS that the carrier accepted arrives as it was sent, and nothing was heard of it from a handset
 * before. Its report and its row are written by one statement. All else is left to `receive.ts`, which writes the same end.
 */
import type { Transaction } from '@textprobe/database/connection';
import type { LockedMessage } from '@textprobe/database/messages/message-ledgers';
import { type DirectReception, receiveDirectly } from '@textprobe/database/receptions/direct-receptions';
import { appendRollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import { appendRunDeltas, createRunChanges } from '@textprobe/database/runs/run-deltas';
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

/**
 * Keeps usual reports and notes that their messages arrived.
 * @param now epoch milliseconds
 * @returns what changed, and the ids of messages that somebody has written to since they were read: their reports are
 *   kept, they themselves are still to be moved
 */
export async function receiveUsual(
  tx: Transaction,
  usual: readonly DirectReception[],
  now: number,
): Promise<{ changes: Pick<Changes, 'testIds' | 'settledRunIds'>; missed: ReadonlySet<number> }> {
  if (usual.length === 0)
    return { changes: { testIds: new Set(), settledRunIds: new Set() }, missed: new Set() };
  const moved = await receiveDirectly(tx, usual, now);
  const rollups = createRollupChanges();
  const runs = createRunChanges();
  const testIds = new Set<number>();
  const missed = new Set<number>();
  for (const one of usual) {
    const { row: before } = one;
    if (!moved.has(before.id)) {
      missed.add(before.id);
      continue;
    }
    const after = afterArrival(one, now);
    rollups.remove(before);
    rollups.add(after);
    runs.count(before.run_id, before, -1);
    runs.count(before.run_id, after, 1);
    testIds.add(before.test_id);
  }
  await appendRollupDeltas(tx, rollups.deltas());
  const runDeltas = runs.deltas();
  await appendRunDeltas(tx, runDeltas);
  return { changes: { testIds, settledRunIds: new Set(runDeltas.keys()) }, missed };
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
