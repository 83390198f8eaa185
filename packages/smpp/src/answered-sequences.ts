/**
 * Remembers the sequence numbers of recent responses to the peer. Both sides count from 1, so a generic_nack may refer to
 * our response as well as to our request with the same number.
 */

export interface AnsweredSequences {
  add(sequence: number): void;
  has(sequence: number): boolean;
}

/** Remembers the last 5,000 to 10,000 numbers: a peer's nack follows within a window of PDUs. */
const REMEMBERED = 5_000;

/** Starts empty. */
export function createAnsweredSequences(): AnsweredSequences {
  let recent = new Set<number>();
  let older = new Set<number>();
  return {
    add(sequence) {
      if (recent.size >= REMEMBERED) {
        older = recent;
        recent = new Set();
      }
      recent.add(sequence);
    },
    has: (sequence) => recent.has(sequence) || older.has(sequence),
  };
}
