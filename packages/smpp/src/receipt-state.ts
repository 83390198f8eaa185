/** The states of a message as delivery receipts tell them: by number in message_state, by word in the text. */

/** message_state (SMPP 3.4 section 5.2.28; `scheduled` and `skipped` come from later versions), each at its number. */
export const receiptStates = [
  'scheduled',
  'enroute',
  'delivered',
  'expired',
  'deleted',
  'undeliverable',
  'accepted',
  'unknown',
  'rejected',
  'skipped',
] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** The seven letters of `stat:` (appendix B), and what a word must begin with to be read as this state. */
const words: Record<ReceiptState, { written: string; read: RegExp }> = {
  scheduled: { written: 'SCHEDLD', read: /^sched/i },
  enroute: { written: 'ENROUTE', read: /^enrou/i },
  delivered: { written: 'DELIVRD', read: /^deliv/i },
  expired: { written: 'EXPIRED', read: /^expir/i },
  deleted: { written: 'DELETED', read: /^delet/i },
  undeliverable: { written: 'UNDELIV', read: /^undel|^fail/i },
  accepted: { written: 'ACCEPTD', read: /^accep/i },
  unknown: { written: 'UNKNOWN', read: /^unkno/i },
  rejected: { written: 'REJECTD', read: /^rejec/i },
  skipped: { written: 'SKIPPED', read: /^skip/i },
};

/** @returns `unknown` for a number without a state. */
export const stateOfNumber = (number: number): ReceiptState => receiptStates[number] ?? 'unknown';
export const numberOfState = (state: ReceiptState): number => receiptStates.indexOf(state);
export const wordOfState = (state: ReceiptState): string => words[state].written;

const byWrittenWord = new Map(receiptStates.map((state) => [words[state].written, state]));

/** Reads the standard's word, or the same written out, in any case; `unknown` for any other. */
export function stateOfWord(word: string): ReceiptState {
  return byWrittenWord.get(word) ?? receiptStates.find((state) => words[state].read.test(word)) ?? 'unknown';
}
