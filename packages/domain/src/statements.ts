/** What each side says about a message, in two or three words: the carrier's statement and the handset's, kept apart. */
import type { SenderComparison, ShortComparison } from './comparison-classes.ts';
import { areFilesAltered, type FileFinding } from './file-classes.ts';
import type { Finding } from './finding.ts';
import type { ReceiptState, SubmissionState } from './ledger-states.ts';
import type { EvidenceSource } from './message-status.ts';

/** The ledgers of a message, as in responses. */
export interface MessageLedgers {
  readonly submission: { readonly outcome: SubmissionState };
  readonly receipt: { readonly state: ReceiptState };
  /** Null until the handset has confirmed something. */
  readonly reception: {
    readonly comparison: ShortComparison | null;
    readonly senderComparison?: SenderComparison | null;
  } | null;
  /** How its text was changed; omitted if that is not reported. */
  readonly finding?: Finding | null;
  /** What became of its files; omitted or null: an SMS, or not compared yet. */
  readonly fileFinding?: FileFinding | null;
  /** Set if the phone was offline at the deadline; `heardAt` as in responses. */
  readonly handsetOffline: { readonly heardAt: string | null } | null;
  /** Which ledger decides for its phone. */
  readonly evidence: EvidenceSource;
  /** Nothing more is awaited. */
  readonly settled: boolean;
}

/** One side's statement. */
export interface Statement {
  readonly words: string;
  /** `yes` it arrived, `no` it did not, `but` it arrived changed, `open` nothing is known (yet). */
  readonly says: 'yes' | 'no' | 'but' | 'open';
}

const WITHOUT_RECEIPT: Record<SubmissionState, Statement> = {
  waiting: { words: 'not submitted yet', says: 'open' },
  claimed: { words: 'submitting', says: 'open' },
  expired: { words: 'not submitted', says: 'no' },
  unknown: { words: 'answer lost', says: 'open' },
  rejected: { words: 'refused', says: 'no' },
  accepted: { words: 'accepted', says: 'open' },
};

/** A receipt outranks the answer to the submission, because it is later. */
export function carrierStatement({ submission, receipt, settled }: MessageLedgers): Statement {
  if (receipt.state === 'delivered') return { words: 'delivered', says: 'yes' };
  if (receipt.state === 'failed') return { words: 'undelivered', says: 'no' };
  if (receipt.state === 'enroute') return { words: 'en route', says: 'open' };
  if (submission.outcome === 'accepted' && settled) return { words: 'no receipt', says: 'open' };
  return WITHOUT_RECEIPT[submission.outcome] ?? { words: submission.outcome, says: 'open' };
}

/** The handset's side; silence counts only once the message is settled. */
export function handsetStatement(message: MessageLedgers): Statement {
  const { reception, evidence, submission, handsetOffline, settled } = message;
  if (reception !== null) return arrivalStatement(message);
  if (evidence === 'receipt') return { words: 'no agent', says: 'open' };
  // Silence counts only if there was something to receive.
  const sent = submission.outcome !== 'rejected' && submission.outcome !== 'expired';
  if (!sent) return { words: 'nothing to receive', says: 'open' };
  if (handsetOffline !== null) return { words: 'offline', says: 'open' };
  return settled ? { words: 'no report', says: 'no' } : { words: 'no report yet', says: 'open' };
}

const WITH_CHANGES: Partial<Record<Finding, string>> = {
  're-encoded': 'received, re-encoded',
  truncated: 'received, truncated',
  'part missing': 'received, part missing',
  'link rewritten': 'received, link rewritten',
  masked: 'received, masked',
  escaped: 'received, escaped',
  'text added': 'received, text added',
  'joined wrongly': 'received, reassembled incorrectly',
};

const WITH_FILES: Partial<Record<FileFinding, string>> = {
  missing: 'received, file missing',
  damaged: 'received, file damaged',
  'other kind': 'received, other file',
};

function arrivalStatement({ reception, finding, fileFinding = null }: MessageLedgers): Statement {
  if (reception?.comparison === 'altered') {
    return { words: (finding && WITH_CHANGES[finding]) ?? 'received, altered', says: 'but' };
  }
  if (areFilesAltered(fileFinding))
    return { words: (fileFinding && WITH_FILES[fileFinding]) ?? 'received', says: 'but' };
  // It arrived, with a doubt about the sender it shows.
  if (reception?.senderComparison === 'altered') return { words: 'received, sender changed', says: 'but' };
  return { words: 'received', says: 'yes' };
}

/** Whether one side says that it arrived and the other that it did not. */
export function contradict(log: MessageLedgers): boolean {
  const carrier = carrierStatement(log).says;
  const handset = handsetStatement(log).says;
  return (
    (carrier === 'yes' && handset === 'no') || (carrier === 'no' && handset !== 'no' && handset !== 'open')
  );
}
