/** Compares carriers' receipts with what handsets saw (EVIDENCE-4), only for messages whose outcome a handset decides. */
import type { ReceiptState } from './ledger-states.ts';
import type { EvidenceSource } from './message-status.ts';

/** The carrier's final receipt. `none`: no receipt, or only one that says the message is in transit. */
export type ReceiptOutcome = 'delivered' | 'failed' | 'none';

/** Null if receipts decide the outcome for the phone: then nothing can contradict them. */
export function receiptOutcome(message: {
  readonly evidence: EvidenceSource;
  readonly receipt: ReceiptState;
}): ReceiptOutcome | null {
  if (message.evidence === 'receipt') return null;
  return message.receipt === 'delivered' || message.receipt === 'failed' ? message.receipt : 'none';
}

/** Counts of messages whose outcome is known and decided by a handset. */
export interface ReceiptTruth {
  readonly judged: number;
  /** Of these, the receipt says delivered. */
  readonly claimed: number;
  /** Of these, the handset received. */
  readonly seen: number;
}
