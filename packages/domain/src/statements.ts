/** What each side says of one message, in two or three words: the carrier's claim and the handset's truth, never mixed. */
import type { SenderComparison, ShortComparison } from './comparison-classes.ts';
import type { Finding } from './finding.ts';
import type { ReceiptState, SubmissionState } from './message-lifecycle.ts';
import type { EvidenceSource } from './message-status.ts';

/** What of a message is looked at: both its ledgers, as answers carry them. */
export interface MessageLedgers {
  readonly submission: { readonly outcome: SubmissionState };
  readonly receipt: { readonly state: ReceiptState };
  /** Null while the handset has confirmed nothing. */
  readonly reception: {
    readonly comparison: ShortComparison | null;
    readonly senderComparison?: SenderComparison | null;
  } | null;
  /** In which way its text arrived otherwise; left out, it is not told. */
  readonly finding?: Finding | null;
  /** Its deadline found the phone offline; `heardAt` as answers carry instants. Null of any other message. */
  readonly handsetOffline: { readonly heardAt: string | null } | null;
  /** Which ledger counts for its phone. */
  readonly evidence: EvidenceSource;
  /** Nothing more is expected. */
  readonly settled: boolean;
}

/** One side's word. */
export interface Statement {
  readonly words: string;
  /** `yes` it arrived, `no` it did not, `but` it arrived otherwise than sent, `open` nothing is known yet or at all. */
  readonly says: 'yes' | 'no' | 'but' | 'open';
}

const WITHOUT_RECEIPT: Record<SubmissionState, Statement> = {
  waiting: { words: 'not asked yet', says: 'open' },
  claimed: { words: 'being asked', says: 'open' },
  expired: { words: 'never asked', says: 'no' },
  unknown: { words: 'answer lost', says: 'open' },
  rejected: { words: 'refused', says: 'no' },
  accepted: { words: 'accepted', says: 'open' },
};

/** A receipt outranks the answer to the submission: it is the later word. */
export function carrierStatement({ submission, receipt, settled }: MessageLedgers): Statement {
  if (receipt.state === 'delivered') return { words: 'delivered', says: 'yes' };
  if (receipt.state === 'failed') return { words: 'undelivered', says: 'no' };
  if (receipt.state === 'enroute') return { words: 'on its way', says: 'open' };
  if (submission.outcome === 'accepted' && settled) return { words: 'no receipt', says: 'open' };
  return WITHOUT_RECEIPT[submission.outcome] ?? { words: submission.outcome, says: 'open' };
}

/** The handset's side; silence says something only once it has been heard out. */
export function handsetStatement(message: MessageLedgers): Statement {
  const { reception, evidence, submission, handsetOffline, settled } = message;
  if (reception !== null) return arrivalStatement(message);
  if (evidence === 'receipt') return { words: 'not listening', says: 'open' };
  // Silence says something only where there was something to hear.
  const sent = submission.outcome !== 'rejected' && submission.outcome !== 'expired';
  if (!sent) return { words: 'nothing to receive', says: 'open' };
  if (handsetOffline !== null) return { words: 'offline', says: 'open' };
  return settled ? { words: 'silent', says: 'no' } : { words: 'nothing yet', says: 'open' };
}

const OTHERWISE: Partial<Record<Finding, string>> = {
  're-encoded': 'received, re-encoded',
  truncated: 'received, truncated',
  'joined wrongly': 'received, joined wrongly',
};

function arrivalStatement({ reception, finding }: MessageLedgers): Statement {
  if (reception?.comparison === 'altered') {
    return { words: (finding && OTHERWISE[finding]) ?? 'received, altered', says: 'but' };
  }
  // It speaks for the arrival, with a doubt about who was seen to send it.
  if (reception?.senderComparison === 'altered') return { words: 'received, sender changed', says: 'but' };
  return { words: 'received', says: 'yes' };
}

/** Whether one side says yes and the other, asked and heard out, says no. */
export function contradict(log: MessageLedgers): boolean {
  const carrier = carrierStatement(log).says;
  const handset = handsetStatement(log).says;
  return (
    (carrier === 'yes' && handset === 'no') || (carrier === 'no' && handset !== 'no' && handset !== 'open')
  );
}
