/** The message states in delivery receipts: numbers in message_state, words in the text. */

/** message_state (SMPP 3.4 section 5.2.28; `scheduled` and `skipped` are from later versions), indexed by number. */
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

/** The seven-letter word of `stat:` (appendix B), and the pattern that is read as this state. */
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

/** @returns `unknown` for an undefined number */
export const stateOfNumber = (number: number): ReceiptState => receiptStates[number] ?? 'unknown';
export const numberOfState = (state: ReceiptState): number => receiptStates.indexOf(state);
export const wordOfState = (state: ReceiptState): string => words[state].written;

const byWrittenWord = new Map(receiptStates.map((state) => [words[state].written, state]));

/** Reads the standard's word or the full word, case-insensitive; `unknown` for any other. */
export function stateOfWord(word: string): ReceiptState {
  return byWrittenWord.get(word) ?? receiptStates.find((state) => words[state].read.test(word)) ?? 'unknown';
}
