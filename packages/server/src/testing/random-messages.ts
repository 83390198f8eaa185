/** Inserts messages of every kind that analytics distinguishes, with matching rollups. */
import type { Database } from '@textprobe/database/core/connection';
import { sqlTime } from '@textprobe/database/core/connection';
import { appendRollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { completePlacedMessages } from '@textprobe/database/testing/placed-messages';
import { readRollups } from '@textprobe/database/testing/read-rollups';
import { COMPARISONS } from '@textprobe/domain/comparison-classes';
import { FILE_FINDINGS, type FileFinding } from '@textprobe/domain/file-classes';
import { type Finding, findingOfText } from '@textprobe/domain/finding';
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { MESSAGE_STATUSES, messageStatusRank } from '@textprobe/domain/message-status';
import type { Verdict } from '@textprobe/domain/verdict';
import fc from 'fast-check';
import { placeOf } from './messages.ts';

const DAY_MS = 24 * 3_600_000;
const DEADLINE_MS = 60_000;
/** Ranks of the statuses whose rollups stay deltas. */
const NOT_FOLDED = [0, 2, 4];

/** The partners of the messages; the directory need not have them. */
export const RANDOM_PARTNERS = [901, 902] as const;

/** Times in milliseconds before now, and between sent and received; nothing is received in the future. */
export const randomMessage = fc.record({
  partnerId: fc.constantFrom(...RANDOM_PARTNERS),
  status: fc.constantFrom(...MESSAGE_STATUSES),
  evidence: fc.constantFrom('handset' as const, 'receipt' as const),
  carrier: fc.constantFrom('AT&T', 'Verizon', 'T-Mobile'),
  messageType: fc.constantFrom('SMS' as const, 'MMS' as const),
  testType: fc.constantFrom('IMMEDIATE' as const, 'SCHEDULED' as const, 'RECURRING' as const),
  age: fc.oneof(fc.integer({ min: 0, max: 3 * DAY_MS }), fc.integer({ min: 0, max: 250 * DAY_MS })),
  sent: fc.boolean(),
  /** Not sent, because it expired first. */
  expired: fc.boolean(),
  /** `intact`: the value stored before findings existed. */
  comparison: fc.constantFrom(...COMPARISONS),
  senderComparison: fc.constantFrom(null, 'identical' as const, 'altered' as const),
  /** For an MMS; null: not compared yet. */
  files: fc.constantFrom(null, ...FILE_FINDINGS),
  handsetOffline: fc.boolean(),
  deadlinePassed: fc.boolean(),
  /** For a message that a handset decides; the receipt of any other follows from its delay. */
  receipt: fc.constantFrom('none' as const, 'enroute' as const, 'failed' as const, 'delivered' as const),
  /** Null: not received. */
  delay: fc.option(
    fc.oneof(fc.integer({ min: -5_000, max: 2 * DAY_MS }), fc.integer({ min: 0, max: 50 * DAY_MS })),
  ),
});
export type RandomMessage = typeof randomMessage extends fc.Arbitrary<infer T> ? T : never;

/** A message with the instants of its row; `receivedAt` is when it counts as received. */
export type PlacedMessage = RandomMessage & {
  readonly sentAt: number | null;
  readonly receivedAt: number | null;
  readonly finding: Finding | null;
  readonly senderChanged: boolean;
  readonly fileFinding: FileFinding | null;
  readonly verdict: Verdict;
};

/** Replaces all messages. Some rollups stay as deltas that are not folded yet. */
export async function replaceMessages(
  db: Database,
  of: { testId: number; runId: number; now: number },
  messages: readonly RandomMessage[],
): Promise<PlacedMessage[]> {
  await db.deleteFrom('messages').execute();
  const placed = messages.map((message) => {
    const at = of.now - message.age;
    const receivedAt = message.delay === null ? null : Math.min(at + message.delay, of.now);
    const isReported = message.evidence === 'handset' && receivedAt !== null;
    const found = {
      finding: findingOf(message, isReported),
      senderChanged: isReported && message.senderComparison === 'altered',
      fileFinding: isReported && message.messageType === 'MMS' ? message.files : null,
    };
    const verdict = verdictOf({ ...message, ...found }, receivedAt !== null && receivedAt > at + DEADLINE_MS);
    return { ...message, ...found, verdict, sentAt: message.sent ? at : null, receivedAt };
  });
  const rows = placed.map((message, index) => {
    const at = of.now - message.age;
    const byReceipt = message.evidence === 'receipt';
    return {
      created_at: sqlTime(at),
      ...placeOf(of),
      partner_id: message.partnerId,
      message_type: message.messageType,
      test_type: message.testType,
      carrier: message.carrier,
      evidence: message.evidence,
      // Distinguishes the messages.
      filled_body: String(index),
      sender: '+12025550100',
      recipient: '+12025550200',
      submission_state: submissionStateRank(
        message.sent ? 'accepted' : message.expired ? 'expired' : 'waiting',
      ),
      submitted_at: sqlTime(message.sentAt),
      receipt_state: receiptStateRank(
        !byReceipt ? message.receipt : message.receivedAt !== null ? 'delivered' : 'none',
      ),
      receipt_at: sqlTime(byReceipt ? message.receivedAt : null),
      received_at: sqlTime(byReceipt ? null : message.receivedAt),
      comparison: byReceipt || message.receivedAt === null ? null : message.comparison,
      sender_comparison: byReceipt || message.receivedAt === null ? null : message.senderComparison,
      file_finding: message.fileFinding,
      handset_offline: message.handsetOffline,
      // An absence is found at the deadline.
      deadline_passed: message.deadlinePassed || message.handsetOffline,
      deadline_ms: DEADLINE_MS,
      deadline_at: sqlTime(at + DEADLINE_MS),
      expires_at: sqlTime(at + DEADLINE_MS),
      status: messageStatusRank(message.status),
    };
  });
  if (rows.length > 0) await db.insertInto('messages').values(rows).execute();
  for (const table of ['claims', 'chunks'] as const) await db.deleteFrom(table).execute();
  await completePlacedMessages(db);
  await rebuildRollups(db);
  const rollups = await readRollups(db);
  await db.transaction().execute(async (tx) => {
    for (const table of ['hourly_rollups', 'daily_rollups', 'overall_rollups'] as const) {
      await tx.deleteFrom(table).where('status', 'in', NOT_FOLDED).execute();
    }
    const keys = rollups.filter((rollup) => NOT_FOLDED.includes(rollup.status));
    await appendRollupDeltas(tx, { keys, offices: [] });
  });
  return placed;
}

/** The rule in its simplest form: the handset's report, else never sent, else an offline phone if the outcome is unknown. */
function findingOf(message: RandomMessage, isReported: boolean): Finding | null {
  if (isReported) return findingOfText(message.comparison);
  if (message.status === 'FAILED' && wasNotSent(message)) return 'not sent';
  if (!message.handsetOffline) return null;
  if (message.status === 'UNKNOWN') return 'handset offline';
  return message.status === 'DELIVERED' && message.evidence === 'handset' ? 'handset offline' : null;
}

/** It expired, and its carrier knows nothing of it. */
function wasNotSent({ sent, expired, evidence, delay, receipt }: RandomMessage): boolean {
  const isReceipted = evidence === 'receipt' ? delay !== null : receipt !== 'none';
  return !sent && expired && !isReceipted;
}

/** The rule in its simplest form, by status. */
function verdictOf(
  message: RandomMessage & Pick<PlacedMessage, 'finding' | 'fileFinding'>,
  isLate: boolean,
): Verdict {
  const { status, evidence, finding, fileFinding, handsetOffline, deadlinePassed, receipt } = message;
  if (status === 'PENDING') return 'waiting';
  if (status === 'SENT') return 'in transit';
  if (status === 'UNKNOWN') return handsetOffline ? 'handset offline' : 'unknown';
  if (status === 'FAILED' && evidence === 'handset' && receipt === 'failed') return 'undelivered';
  if (status === 'FAILED') return wasNotSent(message) ? 'not sent' : 'lost';
  if (status === 'DELIVERED' && evidence === 'receipt') return 'carrier confirmed';
  if (status === 'DELIVERED' && handsetOffline) return 'handset offline';
  if (status === 'DELIVERED') return deadlinePassed ? 'receipt only' : 'in transit';
  const isText = [null, 'identical', 'equivalent', 'cosmetic', 'text not told'].includes(finding);
  const areFiles = [null, 'identical', 'recoded', 'not told'].includes(fileFinding);
  if (!isText || !areFiles) return 'altered';
  return evidence === 'handset' && isLate ? 'late' : 'confirmed';
}
