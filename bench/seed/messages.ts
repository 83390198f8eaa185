/** Generates the final messages of a run: most received, a few lost, refused or unknown. */
import { COMPARISONS, isAltered, readComparison } from '@textprobe/domain/comparison-classes';
import { type Cell, instant } from './copy.ts';
import type { SeededOffice, SeededPhone } from './directory.ts';
import type { Random } from './random.ts';
import type { SeededRun } from './tests.ts';

export const MESSAGE_COLUMNS = `
  id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
  carrier, evidence, sender, recipient, filled_body, submission_state, submitted_at,
  submission_error, claimed_at, claimed_by, attempts, receipt_state, receipt_at,
  receipt_error, received_at, comparison, deadline_ms, deadline_at, expires_at, deadline_passed, status,
  settled_at, mark_status, mark_comparison, mark_verdict`;

export const RECEPTION_COLUMNS = `
  received_at, inbox, phone_id, code, text, stated_at, stated_clock, message_id,
  message_created_at, comparison`;

export interface MessageRows {
  readonly message: Cell[];
  /** The handset's report; null if there is none. */
  readonly reception: Cell[] | null;
  readonly known: boolean;
  readonly received: boolean;
  readonly settledAt: number;
}

export const DEADLINE_MS = 15 * 60_000;
/** One in 5,000: rare enough that one page of them spans days. */
const UNKNOWN_SHARE = 0.0002;
const RANK = { UNKNOWN: 2, FAILED: 3, DELIVERED: 4, RECEIVED: 5 } as const;
const SUBMISSION = { unknown: 3, rejected: 4, accepted: 5 } as const;
const RECEIPT = { none: 0, failed: 2, delivered: 3 } as const;

type Ending = 'received' | 'receipt only' | 'carrier confirmed' | 'lost' | 'failed' | 'rejected' | 'unknown';

/** Creation time of all messages of a run, in epoch milliseconds. */
export function createdAtOf({ dueAt }: SeededRun): number {
  return dueAt + 5;
}

/** @param of.code the message's code, which is part of the reported text */
export function drawMessage(
  random: Random,
  of: {
    id: number;
    code: string;
    runId: number;
    run: SeededRun;
    office: SeededOffice;
    phone: SeededPhone;
  },
): MessageRows {
  const { code, run } = of;
  const { test } = run;
  const createdAt = createdAtOf(run);
  const sentAt = createdAt + 20 + random.below(3_000);
  const receiptAt = sentAt + 300 + random.below(4_000);
  const receivedAt = receiptAt + random.below(20_000);
  const ending = drawEnding(random, of.phone);
  const isReceived = ending === 'received';
  const isDelivered = isReceived || ending === 'receipt only' || ending === 'carrier confirmed';
  const isSent = ending !== 'unknown' && ending !== 'rejected';
  const passed = ending === 'receipt only' || ending === 'lost' || ending === 'unknown';
  const settledAt = passed ? sentAt + DEADLINE_MS : isReceived ? receivedAt : receiptAt;
  const filled = test.filled ? `Hello Ada, your appointment at Office ${of.office.id} is tomorrow.` : null;
  const comparison = isReceived ? drawComparison(random) : null;
  const receipt = isDelivered ? RECEIPT.delivered : ending === 'failed' ? RECEIPT.failed : RECEIPT.none;
  const submission = isSent ? 'accepted' : ending === 'rejected' ? 'rejected' : 'unknown';
  const created = instant(createdAt);
  const received = isReceived ? instant(receivedAt) : null;
  return {
    message: [
      of.id,
      created,
      of.runId,
      test.id,
      of.office.partnerId,
      of.office.id,
      of.phone.id,
      of.office.gatewayId,
      test.messageType,
      test.testType,
      of.phone.carrier,
      of.phone.evidence,
      of.office.number,
      of.phone.number,
      filled,
      SUBMISSION[submission],
      instant(sentAt),
      isSent ? null : 'the carrier gave no answer',
      instant(sentAt - 10),
      'bench',
      1,
      receipt,
      receipt === RECEIPT.none ? null : instant(receiptAt),
      ending === 'failed' ? '011' : null,
      received,
      comparison,
      DEADLINE_MS,
      instant(sentAt + DEADLINE_MS),
      instant(createdAt + DEADLINE_MS),
      passed,
      rankOf(ending),
      instant(settledAt),
      rankOf(ending) <= RANK.FAILED ? rankOf(ending) : null,
      comparison === 'identical' ? null : comparison,
      verdictMarkOf(ending, comparison),
    ],
    reception: isReceived
      ? [
          received,
          'native',
          of.phone.id,
          code,
          `${filled ?? test.body} #${code}`,
          received,
          'handset',
          of.id,
          created,
          comparison,
        ]
      : null,
    known: ending !== 'unknown',
    received: isReceived || ending === 'carrier confirmed',
    settledAt,
  };
}

/** As the writers of messages set it. */
function verdictMarkOf(ending: Ending, comparison: string | null): string | null {
  if (ending === 'carrier confirmed') return null;
  if (ending === 'failed') return 'undelivered';
  if (ending !== 'received') return ending;
  return isAltered(readComparison(comparison)) ? 'altered' : null;
}

/** Most texts arrive unchanged; the rest cover every kind of change. */
function drawComparison(random: Random): string {
  if (random.number() < 0.97) return 'identical';
  return COMPARISONS[random.below(COMPARISONS.length - 1)] ?? 'altered';
}

function drawEnding(random: Random, { evidence, id }: SeededPhone): Ending {
  const at = random.number();
  if (at < UNKNOWN_SHARE) return 'unknown';
  if (at < 0.01) return 'rejected';
  // Loss depends on the phone, so that carriers differ.
  const lost = 0.02 + (id % 7) / 200;
  if (at < 0.01 + lost) return evidence === 'handset' && at < 0.02 ? 'lost' : 'failed';
  if (evidence === 'receipt') return 'carrier confirmed';
  return at < 0.04 + lost ? 'receipt only' : 'received';
}

function rankOf(ending: Ending): number {
  if (ending === 'unknown') return RANK.UNKNOWN;
  if (ending === 'received') return RANK.RECEIVED;
  return ending === 'receipt only' || ending === 'carrier confirmed' ? RANK.DELIVERED : RANK.FAILED;
}
