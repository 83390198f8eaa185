/** Message ids as real carriers write them: decimal, hexadecimal, or one in the answer and the other in the receipt. */
import type { IdStyle } from './scenario-model.ts';

export interface MessageId {
  readonly inAnswer: string;
  readonly inReceipt: string;
}

/**
 * A source of ids. They start from the instant of the lab's start, so that a lab started again does not hand
 * out what an earlier one did: an early receipt would then be taken for that of an older message. A hundred
 * ids a millisecond is more than any start can use up before the next.
 */
export function createMessageIds(startedAt: number): (style: IdStyle) => MessageId {
  let last = startedAt * 100;
  return (style) => {
    last += 1;
    const decimal = String(last);
    const hex = last.toString(16);
    if (style === 'decimal') return { inAnswer: decimal, inReceipt: decimal };
    if (style === 'hex') return { inAnswer: hex, inReceipt: hex };
    return { inAnswer: decimal, inReceipt: hex.toUpperCase() };
  };
}
