/**
 * The life of one message: three ledgers (what became of its submission, what the carrier's receipt says, what the
 * handset confirms), the facts that move them, and the status derived from them (SERVER-2, SERVER-3, SERVER-4).
 *
 * The submission follows this table: state × fact → next state; `·` leaves it unchanged.
 *
 *     |          | claimed | given-back | deadline | lease-ended | unknown | rejected | accepted |
 *     | waiting  | claimed | ·          | expired  | ·           | unknown | rejected | accepted |
 *     | claimed  | ·       | waiting    | ·        | unknown     | unknown | rejected | accepted |
 *     | expired  | ·       | ·          | ·        | ·           | unknown | rejected | accepted |
 *     | unknown  | ·       | ·          | ·        | ·           | ·       | rejected | accepted |
 *     | rejected | ·       | ·          | ·        | ·           | ·       | ·        | accepted |
 *     | accepted | ·       | ·          | ·        | ·           | ·       | ·        | ·        |
 *
 * One pair is not in the table: a submission that is unknown only because its lease ended (`leaseEnded`) goes back to
 * waiting on given-back. The worker that held the claim was only cut off from the database and now reports that it never
 * sent the message. Any outcome from a gateway clears `leaseEnded`, and after that nothing goes back.
 *
 * The receipt moves `none → enroute → failed → delivered` and never back; a reception is never removed. Neither changes
 * the submission.
 *
 * Time. A waiting message may wait until its expiry; the deadline counts from its submission (GUARD-8).
 * Order. External facts (answers, receipts, receptions, the deadline) commute: any order, with any duplicates, gives the
 * same ledgers. Our own steps before a message is sent (claimed, given-back, lease-ended) are ordered by the
 * database row they are committed to; only they are reversible, `claimed ⇄ waiting` and from an ended lease back to
 * `waiting`. A message given back after its deadline expires at once, so that nothing waits beyond its deadline.
 *
 * Absence. A deadline may report that the handset was offline and could hardly have confirmed (`handsetOffline`). Then
 * silence alone gives UNKNOWN instead of FAILED, because it is not a failure of the route. A late arrival still updates
 * everything.
 *
 * Backwards. No ledger ever moves backwards, except for that pair. The status follows from the ledgers, and its rank only
 * rises, with two exceptions: UNKNOWN → PENDING, if the attempt whose lease ended turns out never to have been sent, and
 * UNKNOWN → SENT, if a late answer (or an enroute receipt) shows that the carrier has the message. The latter is a
 * correction, not a step back: we know more than before, and the status must not remain UNKNOWN. One submission is either
 * accepted or rejected, and an expired one was never sent; if contradictory facts arrive nevertheless, the higher rank in
 * the table wins.
 */
import { earliest, firstText, latest } from './commutative.ts';
import {
  COMPARISONS,
  type Comparison,
  SENDER_COMPARISONS,
  type SenderComparison,
  strongerOf,
} from './comparison-classes.ts';
import { FILE_FINDINGS, type FileFinding } from './file-classes.ts';
import { type ReceiptState, receiptStateRank, type SubmissionState } from './ledger-states.ts';
import type { EvidenceSource, MessageStatus } from './message-status.ts';

/** Everything known about a message. Instants are epoch milliseconds by our own clock. */
export interface Ledgers {
  /** How long it may wait to be submitted (`send-expiry.ts`). */
  readonly expiresAt: number;
  /** How long it may stay unconfirmed after its submission. */
  readonly deadlineMs: number;
  readonly evidence: EvidenceSource;
  /**
   * `at`: when it was written to the wire; the claim's instant while claimed, or if no one knows whether it was written;
   * null while waiting or expired.
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
  /**
   * `at`: the earliest arrival; `comparison`, `sender`, `files`: the strongest proof of all copies. `sender` null: not
   * reported; `files` null: an SMS, or not compared yet.
   */
  readonly reception: {
    readonly at: number | null;
    readonly comparison: Comparison | null;
    readonly sender: SenderComparison | null;
    readonly files: FileFinding | null;
  };
  readonly deadlinePassed: boolean;
  /** At its deadline the handset was offline (`phone-presence.ts`): then silence says nothing about the route. */
  readonly handsetOffline: boolean;
  /** With `handsetOffline`: the handset's last sign of life before that. */
  readonly handsetHeardAt: number | null;
}

/** Something that became known about a message. `given-back`: claimed, but certainly never sent. */
export type Fact =
  | { readonly kind: 'claimed'; readonly at: number }
  | { readonly kind: 'given-back' }
  | { readonly kind: 'accepted'; readonly at: number }
  | { readonly kind: 'rejected'; readonly at: number; readonly error: string | null }
  | { readonly kind: 'unknown'; readonly at: number; readonly error?: string | null }
  | { readonly kind: 'lease-ended'; readonly at: number; readonly error: string | null } // the claim was never resolved
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
      /** Omitted or null: the handset reported no sender. */
      readonly sender?: SenderComparison | null;
      /** Omitted or null: an SMS, or its files are compared later. */
      readonly files?: FileFinding | null;
    }
  | { readonly kind: 'files'; readonly files: FileFinding } // of one copy, when they have been compared
  | {
      readonly kind: 'deadline';
      /** What a message that was never sent waited for; omitted or null: it was sent, or that is unknown. */
      readonly error?: string | null;
      /** Whether the handset was offline; omitted: it was online, or that is unknown. */
      readonly handsetOffline?: boolean;
      readonly handsetHeardAt?: number | null;
    };

type SubmissionFact = Exclude<Fact, { kind: 'receipt' | 'reception' | 'files' }>;

// biome-ignore format: it is the table of the file's head, which a test compares with this one
const SUBMISSION_MOVES: Record<SubmissionState, Partial<Record<SubmissionFact['kind'], SubmissionState>>> = {
  waiting: { claimed: 'claimed', deadline: 'expired', unknown: 'unknown', rejected: 'rejected', accepted: 'accepted' },
  claimed: { 'given-back': 'waiting', 'lease-ended': 'unknown', unknown: 'unknown', rejected: 'rejected', accepted: 'accepted' },
  expired: { unknown: 'unknown', rejected: 'rejected', accepted: 'accepted' },
  unknown: { rejected: 'rejected', accepted: 'accepted' },
  rejected: { accepted: 'accepted' },
  accepted: {},
};

/** The ledgers of a new message: waiting, without any evidence. */
export function newLedgers(of: Pick<Ledgers, 'expiresAt' | 'deadlineMs' | 'evidence'>): Ledgers {
  return {
    expiresAt: of.expiresAt,
    deadlineMs: of.deadlineMs,
    evidence: of.evidence,
    submission: { state: 'waiting', at: null, error: null },
    receipt: { state: 'none', at: null, error: null },
    reception: { at: null, comparison: null, sender: null, files: null },
    deadlinePassed: false,
    handsetOffline: false,
    handsetHeardAt: null,
  };
}

/**
 * Applies a fact to the ledgers. Total: accepts any fact in any state, and never throws. Idempotent: duplicates change
 * nothing. Code that claims must check the result: a refused claim leaves the state unchanged.
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
          files: strongerOf(FILE_FINDINGS, ledgers.reception.files, fact.files ?? null),
        },
      };
    case 'files': {
      const files = strongerOf(FILE_FINDINGS, ledgers.reception.files, fact.files);
      return { ...ledgers, reception: { ...ledgers.reception, files } };
    }
    default:
      return {
        ...ledgers,
        submission: moveSubmission(ledgers, fact),
        ...passDeadline(ledgers, fact),
      };
  }
}

/** The status that follows from the ledgers, strongest evidence first. */
export function deriveStatus(ledgers: Ledgers): MessageStatus {
  const { submission, receipt, reception, deadlinePassed } = ledgers;
  if (reception.at !== null) return 'RECEIVED';
  if (receipt.state === 'delivered') return 'DELIVERED';
  if (receipt.state === 'failed' || submission.state === 'rejected') return 'FAILED';
  if (carrierHasIt(ledgers)) {
    if (!deadlinePassed) return 'SENT';
    // For a long message with an unknown part: silence does not prove that all of it was ever sent.
    const isUnanswered = submission.state === 'unknown' || submission.state === 'claimed';
    return ledgers.handsetOffline || isUnanswered ? 'UNKNOWN' : 'FAILED';
  }
  if (submission.state === 'expired') return 'FAILED';
  return submission.state === 'unknown' ? 'UNKNOWN' : 'PENDING';
}

/** The instant after which silence counts as loss: the deadline after submission; before that, the expiry. */
export function deadlineAt({ submission, expiresAt, deadlineMs }: Ledgers): number {
  return submission.at === null ? expiresAt : submission.at + deadlineMs;
}

/**
 * Whether nothing more is awaited, so that its run may close. Partial evidence (a receipt if the handset decides, a lost
 * answer) waits for the deadline. A late arrival still updates everything.
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

/** Whether the carrier has the message: it said so, or sent a receipt although its answer was lost. */
export function carrierHasIt(ledgers: Ledgers): boolean {
  return ledgers.submission.state === 'accepted' || ledgers.receipt.state !== 'none';
}

function moveSubmission(
  { submission, deadlinePassed }: Ledgers,
  fact: SubmissionFact,
): Ledgers['submission'] {
  const { leaseEnded = false } = submission;
  const isUndone = leaseEnded && fact.kind === 'given-back';
  const next = isUndone ? 'waiting' : (SUBMISSION_MOVES[submission.state][fact.kind] ?? submission.state);
  if (next === 'waiting' && deadlinePassed) return { state: 'expired', at: null, error: null };
  if (fact.kind === 'deadline' && next === 'expired') {
    return { state: next, at: null, error: firstText(submission.error, fact.error ?? null) };
  }
  if (next === submission.state && fact.kind !== next) return submission;
  if (fact.kind === 'given-back' || fact.kind === 'deadline') return { state: next, at: null, error: null };
  const error = 'error' in fact ? (fact.error ?? null) : null;
  if (fact.kind === 'lease-ended') return { state: next, at: fact.at, error, leaseEnded: true };
  // The gateway's report replaces the lease's: the result is the same in either order.
  if (next === submission.state && !leaseEnded) {
    return { state: next, at: earliest(submission.at, fact.at), error: firstText(submission.error, error) };
  }
  return { state: next, at: fact.at, error };
}

/** If a deadline is reported twice with different results, the handset was online: the status's rank may only rise. */
function passDeadline(
  { deadlinePassed, handsetOffline, handsetHeardAt }: Ledgers,
  fact: SubmissionFact,
): Pick<Ledgers, 'deadlinePassed' | 'handsetOffline' | 'handsetHeardAt'> {
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
