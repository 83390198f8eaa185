/** What is kept of the receipts of single parts; what they say of their message: `receipt-facts.ts` of the domain. */
import type { PartReceipt, SubmissionPart } from '@textprobe/database/receipts/submission-parts';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';

/** Of several receipts for one part the one to keep: the stronger state, of equal ones the earlier. */
export function strongerReceipt<T extends Pick<PartReceipt, 'receiptState' | 'receiptAt'>>(a: T, b: T): T {
  if (a.receiptState !== b.receiptState) return a.receiptState > b.receiptState ? a : b;
  return (a.receiptAt ?? Infinity) <= (b.receiptAt ?? Infinity) ? a : b;
}

/** A part as it is stored first: nothing heard of it. */
export function unheard(
  part: Omit<SubmissionPart, 'receiptState' | 'receiptAt' | 'receiptError'>,
): SubmissionPart {
  return { ...part, receiptState: receiptStateRank('none'), receiptAt: null, receiptError: null };
}
