/**
 * What the receipts of single parts say about a message: delivered when all its parts are, failed if any failed,
 * otherwise en route. Each receipt counts independently and is never undone, so the order in which the receipts of a
 * long message arrive makes no difference: a failed part leaves the message failed, unless every part was delivered
 * after all.
 */
import { receiptStateFromRank } from './ledger-states.ts';
import type { Fact } from './message-lifecycle.ts';

/** What a receipt for a long message speaks for: one part, the whole message, or what the gateway has learned. */
export type ReceiptCover = 'part' | 'message' | 'learn';

type ReceiptFact = Extract<Fact, { kind: 'receipt' }>;

/**
 * The fact in one receipt for its message, as far as that part alone shows: one delivered part of a long message only
 * says that it is en route.
 * @param receipt its state as a rank, its instant in epoch milliseconds
 * @returns null for the state `none`: the receipt says nothing that we know
 */
export function receiptFact(
  receipt: { readonly state: number; readonly at: number; readonly error: string | null },
  parts: number,
): ReceiptFact | null {
  const state = receiptStateFromRank(receipt.state);
  if (state === 'none') return null;
  const partial = state === 'delivered' && parts > 1;
  return { kind: 'receipt', state: partial ? 'enroute' : state, at: receipt.at, error: receipt.error };
}

/** The fact that all parts were delivered, the last of them at `at` (epoch milliseconds). */
export function whollyDelivered(at: number): ReceiptFact {
  return { kind: 'receipt', state: 'delivered', at, error: null };
}
