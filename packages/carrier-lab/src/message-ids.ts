/** Message ids in the formats of real carriers: decimal, hexadecimal, or one in the answer and the other in the receipt. */
import type { IdStyle } from './scenario-model.ts';

export interface MessageId {
  readonly inAnswer: string;
  readonly inReceipt: string;
}

/**
 * Generates ids, starting from the instant of the lab's start: a restarted lab must not reuse ids, or an early receipt would
 * match an older message. A hundred ids per millisecond are more than a run can use up before the next start.
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
