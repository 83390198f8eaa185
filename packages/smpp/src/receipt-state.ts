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

/**
 * The word of `stat:` (appendix B), and the longer words that are read as this state: upper case, without separators. The first
 * pattern that fits decides. `DELIVERY_FAILED` and `NOT_DELIVERED` are no deliveries, so `delivered` is narrow.
 */
const words: Record<ReceiptState, { written: string; read: RegExp }> = {
  undeliverable: {
    written: 'UNDELIV',
    read: /^(UN|NOT?|NON)DEL|^FAIL|FAIL(ED|URE)?$|^DELIVERY(IMPOSSIBLE|ERROR)$/,
  },
  delivered: {
    written: 'DELIVRD',
    read: /^DELIV(D|RD|RED|ERD|ERED)?(TO(THE)?(HANDSET|TERMINAL|PHONE|DEVICE|RECIPIENT))?$/,
  },
  expired: { written: 'EXPIRED', read: /^EXPIR/ },
  deleted: { written: 'DELETED', read: /^DELET/ },
  accepted: { written: 'ACCEPTD', read: /^ACCEP|^ACK(ED|D)?$/ },
  rejected: { written: 'REJECTD', read: /^REJEC/ },
  scheduled: { written: 'SCHEDLD', read: /^SCHED/ },
  enroute: { written: 'ENROUTE', read: /^ENROU|^BUFF/ },
  unknown: { written: 'UNKNOWN', read: /^UNKNO/ },
  skipped: { written: 'SKIPPED', read: /^SKIP/ },
};

/** @returns null for an undefined number */
export const stateOfNumber = (number: number): ReceiptState | null => receiptStates[number] ?? null;
export const numberOfState = (state: ReceiptState): number => receiptStates.indexOf(state);
export const wordOfState = (state: ReceiptState): string => words[state].written;

const byWrittenWord = new Map(receiptStates.map((state) => [words[state].written, state]));
const patterns = Object.entries(words) as [ReceiptState, { read: RegExp }][];

/** Reads the standard's word or a longer spelling, case-insensitive; null for a word that is no SMPP state. */
export function stateOfWord(word: string): ReceiptState | null {
  const known = byWrittenWord.get(word);
  if (known !== undefined) return known;
  const letters = word.toUpperCase().replace(/[^A-Z]/g, '');
  return patterns.find(([, { read }]) => read.test(letters))?.[0] ?? null;
}

/** States that end a message. */
const FINAL = new Set<ReceiptState>([
  'delivered',
  'expired',
  'deleted',
  'undeliverable',
  'rejected',
  'skipped',
]);

/** The more definite of two states, one by number and one by word: a final one, then any but unknown; `first` if equal. */
export function moreDefinite(first: ReceiptState | null, second: ReceiptState | null): ReceiptState | null {
  return definiteness(second) > definiteness(first) ? second : first;
}

/** Whether a state ends a message, so that nothing is more definite. */
export const isFinal = (state: ReceiptState | null): boolean => state !== null && FINAL.has(state);

function definiteness(state: ReceiptState | null): number {
  if (state === null) return 0;
  return isFinal(state) ? 3 : state === 'unknown' ? 1 : 2;
}
