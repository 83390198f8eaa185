/**
 * The verdict on one message: a conclusion from its ledgers that tells an operator what to believe, finer than the
 * status (`lost` and `rejected` are both FAILED).
 */
import { isAltered, type ShortComparison } from './comparison-classes.ts';
import { areFilesAltered } from './file-classes.ts';
import { alteredFileClauses, type FilesOfReception } from './file-summary.ts';
import { carrierHasIt, deadlineAt, deriveStatus, isSettled, type Ledgers } from './message-lifecycle.ts';
import type { EvidenceSource, MessageStatus } from './message-status.ts';

const DESCRIPTIONS = {
  waiting: 'The message has not been sent yet.',
  'in transit': 'The carrier has accepted the message; its arrival is not confirmed yet.',
  confirmed: 'The handset confirmed that it received the message.',
  altered: 'The handset received the message, but its text or a file is not what was sent.',
  late: 'The handset received the message, but only after the deadline.',
  'receipt only': 'The carrier says the message was delivered, but the handset never confirmed it.',
  'carrier confirmed': 'The carrier says the message was delivered, and for this phone that is enough.',
  undelivered: 'The carrier accepted the message and then reported that it could not deliver it.',
  'handset offline':
    'Nothing confirmed the message, but its test phone was offline: this says nothing about the route.',
  lost: 'The carrier accepted the message, but nothing confirmed it before the deadline.',
  rejected: 'The carrier refused the message.',
  'not sent': 'The message expired before we could send it to the carrier. No rate counts it.',
  unknown:
    'The carrier’s answer was lost: the message may or may not have been sent, and it is not sent again.',
} as const;

/** The conclusion about one message. */
export type Verdict = keyof typeof DESCRIPTIONS;

/** Every verdict. */
export const VERDICTS = Object.keys(DESCRIPTIONS) as [Verdict, ...Verdict[]];

/** The verdict that follows from the ledgers; SERVER-3 names `lost` and `receipt only`. */
export function deriveVerdict(ledgers: Ledgers): Verdict {
  switch (deriveStatus(ledgers)) {
    case 'PENDING':
      return 'waiting';
    case 'SENT':
      return 'in transit';
    case 'UNKNOWN':
      return ledgers.handsetOffline ? 'handset offline' : 'unknown';
    case 'FAILED':
      return failureOf(ledgers);
    case 'DELIVERED':
      if (ledgers.evidence === 'receipt') return 'carrier confirmed';
      if (!isSettled(ledgers)) return 'in transit';
      return ledgers.handsetOffline ? 'handset offline' : 'receipt only';
    case 'RECEIVED':
      return arrivalOf(ledgers);
  }
}

/** Whether it ended without ever being submitted: only we kept it from the carrier, so no rate counts it (GUARD-8). */
export function wasNotSent(ledgers: Ledgers): boolean {
  return (
    deriveStatus(ledgers) === 'FAILED' && ledgers.submission.state === 'expired' && !carrierHasIt(ledgers)
  );
}

/** One sentence for operators, on any message with the verdict. */
export function describeVerdict(verdict: Verdict): string {
  return DESCRIPTIONS[verdict];
}

/** One sentence on this message: it says what was altered (EVIDENCE-1). */
export function describeOutcome({
  verdict,
  reception,
}: {
  readonly verdict: Verdict;
  readonly reception: (FilesOfReception & { readonly comparison: ShortComparison | null }) | null;
}): string {
  if (verdict !== 'altered') return DESCRIPTIONS[verdict];
  const isTextAltered = reception?.comparison === 'altered';
  const clauses = [
    ...(isTextAltered ? ['its text is not what was sent'] : []),
    ...alteredFileClauses(reception),
  ];
  if (clauses.length === 0) return DESCRIPTIONS.altered;
  return `The handset received the message, but ${clauses.join(', and ')}.`;
}

/** Whether a message counts as received: confirmed by the handset, or by the receipt if receipts decide (SERVER-2). */
export function countsAsReceived(status: MessageStatus, evidence: EvidenceSource): boolean {
  return status === 'RECEIVED' || (status === 'DELIVERED' && evidence === 'receipt');
}

/** The fields of a message that determine how it counts. */
export interface CountedOutcome {
  readonly status: MessageStatus;
  readonly evidence: EvidenceSource;
  readonly handsetOffline: boolean;
  /** It expired before it was submitted (`wasNotSent`). */
  readonly notSent: boolean;
}

/** Whether a message has the verdict `handset offline`: counted separately, neither for nor against anything. */
export function endedOffline({ status, evidence, handsetOffline }: Omit<CountedOutcome, 'notSent'>): boolean {
  return handsetOffline && (status === 'UNKNOWN' || (status === 'DELIVERED' && evidence === 'handset'));
}

/**
 * Whether a message has a known outcome that belongs in a rate: FAILED, DELIVERED, RECEIVED (SERVER-4), unless its
 * handset was offline or it was never sent (GUARD-8).
 */
export function isKnownOutcome(outcome: CountedOutcome): boolean {
  const { status, notSent } = outcome;
  const said = status === 'FAILED' || status === 'DELIVERED' || status === 'RECEIVED';
  return said && !notSent && !endedOffline(outcome);
}

function failureOf(ledgers: Ledgers): Verdict {
  if (ledgers.submission.state === 'rejected') return 'rejected';
  if (ledgers.receipt.state === 'failed') return 'undelivered';
  return wasNotSent(ledgers) ? 'not sent' : 'lost';
}

function arrivalOf(ledgers: Ledgers): Verdict {
  const { comparison, files } = ledgers.reception;
  if (isAltered(comparison) || areFilesAltered(files)) return 'altered';
  return (ledgers.reception.at ?? 0) > deadlineAt(ledgers) ? 'late' : 'confirmed';
}
