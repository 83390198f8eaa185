/** A text without its end, which also has another change: alone, it is compared exactly (`comparison.ts`). */
import type { ChangedPiece } from './changed-piece.ts';

/** What carriers and phones append where they cut; U+FFFD is the remainder of half a character. */
export const CUT_MARK = /(?:…|\.\.\.|\uFFFD)$/u;

/** Whether the end of the text was cut off. */
export function isCutOff({ gone, fresh, atEnd }: ChangedPiece): boolean {
  return atEnd && gone !== '' && fresh.replace(CUT_MARK, '').trim() === '';
}
