/** What each side says of one message, in two or three words: the carrier's claim and the handset's truth, never mixed. */
import type { TestLog } from '@textprobe/contract/messages';

export interface Claim {
  readonly words: string;
  /** `yes` it arrived, `no` it did not, `but` it arrived otherwise than sent, `open` nothing is known yet or at all. */
  readonly says: 'yes' | 'no' | 'but' | 'open';
}

const WITHOUT_RECEIPT: Record<TestLog['submission']['outcome'], Claim> = {
  waiting: { words: 'not asked yet', says: 'open' },
  claimed: { words: 'being asked', says: 'open' },
  expired: { words: 'never asked', says: 'no' },
  unknown: { words: 'answer lost', says: 'open' },
  rejected: { words: 'refused', says: 'no' },
  accepted: { words: 'accepted', says: 'open' },
};

/** A receipt outranks the answer to the submission: it is the later word. */
export function carrierClaim({ submission, receipt, settled }: TestLog): Claim {
  if (receipt.state === 'delivered') return { words: 'delivered', says: 'yes' };
  if (receipt.state === 'failed') return { words: 'undelivered', says: 'no' };
  if (receipt.state === 'enroute') return { words: 'on its way', says: 'open' };
  if (submission.outcome === 'accepted' && settled) return { words: 'no receipt', says: 'open' };
  return WITHOUT_RECEIPT[submission.outcome];
}

export function handsetClaim({ reception, evidence, submission, settled }: TestLog): Claim {
  if (reception !== null) {
    return reception.comparison === 'altered'
      ? { words: 'received, altered', says: 'but' }
      : { words: 'received', says: 'yes' };
  }
  if (evidence === 'receipt') return { words: 'not listening', says: 'open' };
  // Silence says something only where there was something to hear.
  const sent = submission.outcome !== 'rejected' && submission.outcome !== 'expired';
  if (!sent) return { words: 'nothing to receive', says: 'open' };
  return settled ? { words: 'silent', says: 'no' } : { words: 'nothing yet', says: 'open' };
}

/** Whether one side says yes and the other, asked and heard out, says no. */
export function contradict(log: TestLog): boolean {
  const carrier = carrierClaim(log).says;
  const handset = handsetClaim(log).says;
  return (
    (carrier === 'yes' && handset === 'no') || (carrier === 'no' && handset !== 'no' && handset !== 'open')
  );
}
