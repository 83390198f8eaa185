/**
 * The life of one message: three ledgers (what became of its submission, what the carrier's receipt says, what the
 * handset confirms), the facts that move them, and the status derived from them (SERVER-2, SERVER-3, SERVER-4).
 *
 * The submission moves by this table. Read: state × fact → next state; `·` stays where it is.
 *
 *     |          | claimed | given-back | expired | deadline | lease-ended | unknown | rejected | accepted |
 *     | waiting  | claimed | ·          | expired | expired  | ·           | unknown | rejected | accepted |
 *     | claimed  | ·       | waiting    | ·       | ·        | unknown     | unknown | rejected | accepted |
 *     | expired  | ·       | ·          | ·       | ·        | ·           | unknown | rejected | accepted |
 *     | unknown  | ·       | ·          | ·       | ·        | ·           | ·       | rejected | accepted |
 *     | rejected | ·       | ·          | ·       | ·        | ·           | ·       | ·        | accepted |
 *     | accepted | ·       | ·          | ·       | ·        | ·           | ·       | ·        | ·        |
 *
 * One pair is not in the table: a submission that is unknown only because its lease ended (`leaseEnded`) goes back to
 * waiting on given-back. The worker that held the claim was cut off from the database, not dead, and says now that it
 * never wrote the message. Any word of a gateway clears `leaseEnded`, and after that nothing goes back.
 *
 * The receipt moves `none → enroute → failed → delivered` and never back; a reception, once there, stays. Neither
 * moves the submission.
 *
 * Time. A message that waits has until its expiry; the deadline counts from its submission (GUARD-8).
 * Order. Facts from outside (answers, receipts, receptions, the deadline) commute: any order, with any repetitions,
 * ends in the same ledgers. Our own acts on a message not yet written (claimed, given-back, lease-ended, expired) are put
 * in order by the database row they are committed to; only they go both ways, `claimed ⇄ waiting` and from a lease that
 * ended back to `waiting`. A message given back after its deadline expires at once, so that nothing waits beyond its deadline.
 *
 * Absence. A deadline may tell that the handset was absent and could hardly have confirmed (`handsetOffline`). What
 * would be FAILED for silence alone is then UNKNOWN: it is no failure of the route. A late arrival still derives all anew.
 *
 * Backwards. No ledger ever moves backwards, save that pair. The status is derived anew from them, and its rank only rises,
 * with two exceptions. UNKNOWN → PENDING, when the attempt whose lease ended turns out never to have been written. And
 * UNKNOWN → SENT, when a late answer (or an enroute receipt) shows that the carrier has a message whose answer
 * was thought lost. That is a correction, not a step back: SENT is more than we knew before, and an operator must
 * not read UNKNOWN about a message that we do know of. One submission is either accepted or rejected, and an expired one
 * was never written; should both be said nevertheless, the table still has an answer, the higher rank.
 */
import {
  COMPARISONS,
  type Comparison,
  SENDER_COMPARISONS,
  type SenderComparison,
  strongerOf,
} from './comparison-classes.ts';
import type { EvidenceSource, MessageStatus } from './message-status.ts';
import { earliest, firstText, latest } from './order-free.ts';

/** The states of a submission, by the rank under which they are stored (0 to 5). */
export const SUBMISSION_STATES = [
  'waiting',
  'claimed',
  'expired',
  'unknown',
  'rejected',
  'accepted',
] as const;

/** What became of handing the message to a gateway. `expired`: its expiry came first, it was never written. */
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** The states of a carrier's receipt, by the rank under which they are stored (0 to 3). */
export const RECEIPT_STATES = ['none', 'enroute', 'failed', 'delivered'] as const;

/** What the carrier's delivery receipt says. */
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** All that is known of one message. Instants are epoch milliseconds by our own clock. */
export interface Ledgers {
  /** Until when it may wait to be submitted (`send-expiry.ts`). */
  readonly expiresAt: number;
  /** How long after its submission a message may be silent. */
  readonly deadlineMs: number;
  readonly evidence: EvidenceSource;
  /**
   * `at`: when it was written to the wire; of the claim while claimed, or where nobody is left who knows whether it was
   * written; null while waiting or expired.
   */
  readonly submission: {
    readonly state: SubmissionState;
    readonly at: number | null;
    readonly error: string | null;
    /** Unknown only because the lease of its claim ended: the same attempt may still be given back. */
    readonly leaseEnded?: true;
  };
  readonly receipt: {
    readonly state: ReceiptState;
    readonly at: number | null;
    readonly error: string | null;
  };
  /** `at`: the earliest arrival; `comparison`, `sender`: of all copies, what proves most. `sender` null: not told. */
  readonly reception: {
    readonly at: number | null;
    readonly comparison: Comparison | null;
    readonly sender: SenderComparison | null;
  };
  readonly deadlinePassed: boolean;
  /** The deadline found the handset absent (`phone-presence.ts`): silence then says nothing about the route. */
  readonly handsetOffline: boolean;
  /** With `handsetOffline`: the handset's last sign of life before that. */
  readonly handsetHeardAt: number | null;
}

/** Something that became known about a message. `given-back`: claimed, but surely never written. */
export type Fact =
  | { readonly kind: 'claimed'; readonly at: number }
  | { readonly kind: 'given-back' }
  | { readonly kind: 'accepted'; readonly at: number }
  | { readonly kind: 'rejected'; readonly at: number; readonly error: string | null }
  | { readonly kind: 'unknown'; readonly at: number; readonly error?: string | null }
  | { readonly kind: 'lease-ended'; readonly at: number; readonly error: string | null } // nobody said what became of the claim
  | { readonly kind: 'expired'; readonly at: number } // nothing was written, so `at` is not kept
  | {
      readonly kind: 'receipt';
      readonly state: Exclude<ReceiptState, 'none'>;
      readonly at: number;
      readonly error: string | null;
    }
  | {
      readonly kind: 'reception';
      readonly at: number;
      readonly comparison: Comparison;
      /** Left out or null: the handset told no sender. */
      readonly sender?: SenderComparison | null;
    }
  | {
      readonly kind: 'deadline';
      /** Whether the handset was absent; left out, it was there or nobody can tell. */
      readonly handsetOffline?: boolean;
      readonly handsetHeardAt?: number | null;
    };

type SubmissionFact = Exclude<Fact, { kind: 'receipt' | 'reception' }>;

// biome-ignore format: it is the table of the file's head, which a test compares with this one
const SUBMISSION_MOVES: Record<SubmissionState, Partial<Record<SubmissionFact['kind'], SubmissionState>>> = {
  waiting: { claimed: 'claimed', expired: 'expired', deadline: 'expired', unknown: 'unknown', rejected: 'rejected', accepted: 'accepted' },
  claimed: { 'given-back': 'waiting', 'lease-ended': 'unknown', unknown: 'unknown', rejected: 'rejected', accepted: 'accepted' },
  expired: { unknown: 'unknown', rejected: 'rejected', accepted: 'accepted' },
  unknown: { rejected: 'rejected', accepted: 'accepted' },
  rejected: { accepted: 'accepted' },
  accepted: {},
};

/** The ledgers of a message just created: waiting, and nothing heard. */
export function newLedgers(of: Pick<Ledgers, 'expiresAt' | 'deadlineMs' | 'evidence'>): Ledgers {
  return {
    expiresAt: of.expiresAt,
    deadlineMs: of.deadlineMs,
    evidence: of.evidence,
    submission: { state: 'waiting', at: null, error: null },
    receipt: { state: 'none', at: null, error: null },
    reception: { at: null, comparison: null, sender: null },
    deadlinePassed: false,
    handsetOffline: false,
    handsetHeardAt: null,
  };
}

/**
 * The ledgers after one more fact. Total: any fact is taken in any state, none throws. Idempotent: a fact heard twice
 * changes nothing. Whoever claims must look at the result: a claim refused leaves the state as it was.
 */
export function applyFact(ledgers: Ledgers, fact: Fact): Ledgers {
  switch (fact.kind) {
    case 'receipt':
      return { ...ledgers, receipt: mergeReceipt(ledgers.receipt, fact) };
    case 'reception':
      return {
        ...ledgers,
        reception: {
          at: earliest(ledgers.reception.at, fact.at),
          comparison: strongerOf(COMPARISONS, ledgers.reception.comparison, fact.comparison),
          sender: strongerOf(SENDER_COMPARISONS, ledgers.reception.sender, fact.sender ?? null),
        },
      };
    default:
      return {
        ...ledgers,
        submission: moveSubmission(ledgers, fact),
        ...passDeadline(ledgers, fact),
      };
  }
}

/** The status that the ledgers add up to, strongest evidence first. */
export function deriveStatus(ledgers: Ledgers): MessageStatus {
  const { submission, receipt, reception, deadlinePassed } = ledgers;
  if (reception.at !== null) return 'RECEIVED';
  if (receipt.state === 'delivered') return 'DELIVERED';
  if (receipt.state === 'failed' || submission.state === 'rejected') return 'FAILED';
  if (carrierHasIt(ledgers)) {
    if (!deadlinePassed) return 'SENT';
    // Of a long message whose other parts were answered for: silence does not tell that all of it was ever there.
    const isUnanswered = submission.state === 'unknown' || submission.state === 'claimed';
    return ledgers.handsetOffline || isUnanswered ? 'UNKNOWN' : 'FAILED';
  }
  if (submission.state === 'expired') return 'FAILED';
  return submission.state === 'unknown' ? 'UNKNOWN' : 'PENDING';
}

/** The instant from which silence counts as loss, the span of the deadline from submission; before that, the expiry. */
export function deadlineAt({ submission, expiresAt, deadlineMs }: Ledgers): number {
  return submission.at === null ? expiresAt : submission.at + deadlineMs;
}

/**
 * Whether nothing more is waited for, so that its run may close. What says only half (a receipt where the handset's
 * word counts, a lost answer) waits for the deadline. A late arrival still derives all anew.
 */
export function isSettled(ledgers: Ledgers): boolean {
  switch (deriveStatus(ledgers)) {
    case 'RECEIVED':
    case 'FAILED':
      return true;
    case 'DELIVERED':
      return ledgers.evidence === 'receipt' || ledgers.deadlinePassed;
    case 'UNKNOWN':
      return ledgers.deadlinePassed;
    case 'SENT':
    case 'PENDING':
      return false;
  }
}

/** Whether the carrier took the message: it said so, or speaks of it in a receipt although its answer was not seen. */
export function carrierHasIt(ledgers: Ledgers): boolean {
  return ledgers.submission.state === 'accepted' || ledgers.receipt.state !== 'none';
}

/** The rank under which a submission state is stored. */
export function submissionStateRank(state: SubmissionState): number {
  return SUBMISSION_STATES.indexOf(state);
}

/** The submission state of a stored rank. @throws RangeError when there is no such rank. */
export function submissionStateFromRank(rank: number): SubmissionState {
  const state = SUBMISSION_STATES[rank];
  if (state === undefined) throw new RangeError(`There is no submission state of rank ${rank}`);
  return state;
}

/** The rank under which a receipt state is stored. */
export function receiptStateRank(state: ReceiptState): number {
  return RECEIPT_STATES.indexOf(state);
}

/** The receipt state of a stored rank. @throws RangeError when there is no such rank. */
export function receiptStateFromRank(rank: number): ReceiptState {
  const state = RECEIPT_STATES[rank];
  if (state === undefined) throw new RangeError(`There is no receipt state of rank ${rank}`);
  return state;
}

function moveSubmission(
  { submission, deadlinePassed }: Ledgers,
  fact: SubmissionFact,
): Ledgers['submission'] {
  const { leaseEnded = false } = submission;
  const isUndone = leaseEnded && fact.kind === 'given-back';
  const next = isUndone ? 'waiting' : (SUBMISSION_MOVES[submission.state][fact.kind] ?? submission.state);
  if (next === 'waiting' && deadlinePassed) return { state: 'expired', at: null, error: null };
  if (next === submission.state && fact.kind !== next) return submission;
  if (fact.kind === 'given-back' || fact.kind === 'expired' || fact.kind === 'deadline') {
    return { state: next, at: null, error: null };
  }
  const error = 'error' in fact ? (fact.error ?? null) : null;
  if (fact.kind === 'lease-ended') return { state: next, at: fact.at, error, leaseEnded: true };
  // The gateway's own word takes the place of the lease's: in either order the same is left.
  if (next === submission.state && !leaseEnded) {
    return { state: next, at: earliest(submission.at, fact.at), error: firstText(submission.error, error) };
  }
  return { state: next, at: fact.at, error };
}

/** Should a deadline be told twice and differently, the handset was there: the rank of the status may only rise. */
function passDeadline(
  { deadlinePassed, handsetOffline, handsetHeardAt }: Ledgers,
  fact: SubmissionFact,
): Pick<Ledgers, 'deadlinePassed' | 'handsetOffline' | 'handsetHeardAt'> {
  if (fact.kind === 'expired') return { deadlinePassed: true, handsetOffline: false, handsetHeardAt: null };
  if (fact.kind !== 'deadline') return { deadlinePassed, handsetOffline, handsetHeardAt };
  const offline = (fact.handsetOffline ?? false) && (handsetOffline || !deadlinePassed);
  const heardAt = fact.handsetHeardAt ?? null;
  return {
    deadlinePassed: true,
    handsetOffline: offline,
    handsetHeardAt: offline ? latest(handsetHeardAt, heardAt) : null,
  };
}

function mergeReceipt(
  receipt: Ledgers['receipt'],
  fact: Extract<Fact, { kind: 'receipt' }>,
): Ledgers['receipt'] {
  const ahead = receiptStateRank(fact.state) - receiptStateRank(receipt.state);
  if (ahead < 0) return receipt;
  if (ahead > 0) return { state: fact.state, at: fact.at, error: fact.error };
  return { ...receipt, at: earliest(receipt.at, fact.at), error: firstText(receipt.error, fact.error) };
}
