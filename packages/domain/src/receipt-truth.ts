/** What carriers claim beside what handsets saw (EVIDENCE-4): only of messages that a handset decides. */
import type { ReceiptState } from './ledger-states.ts';
import type { EvidenceSource } from './message-status.ts';

/** What the carrier's receipt says in the end. `none`: no receipt, or only that the message is on its way. */
export type ReceiptOutcome = 'delivered' | 'failed' | 'none';

/** Null if receipts decide for its phone: then nothing can contradict them. */
export function receiptOutcome(message: {
  readonly evidence: EvidenceSource;
  readonly receipt: ReceiptState;
}): ReceiptOutcome | null {
  if (message.evidence === 'receipt') return null;
  return message.receipt === 'delivered' || message.receipt === 'failed' ? message.receipt : 'none';
}

/** Counts of messages with a known outcome that a handset decides. */
export interface ReceiptTruth {
  readonly judged: number;
  /** Of these, the carrier's receipt says delivered. */
  readonly claimed: number;
  /** Of these, the handset received the message. */
  readonly seen: number;
}
