/**
 * The sequence numbers under which a session has lately answered its peer. Both sides count from 1, so they are those of
 * our own requests too: a generic_nack with one of them may be about our answer as well as about our request.
 */

export interface AnsweredSequences {
  add(sequence: number): void;
  has(sequence: number): boolean;
}

/** Between so many and twice as many of the last ones are remembered; a peer's nack follows within a window of PDUs. */
const REMEMBERED = 5_000;

/** Begins with none. */
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
