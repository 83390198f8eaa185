/** A piece of the text that did not arrive, although what follows it did. */
import type { ChangedPiece } from './changed-piece.ts';

/** Whether a piece is missing before the end of the text; at its end, the text is truncated. */
export function isPartMissing({ gone, fresh, atEnd }: ChangedPiece): boolean {
  return gone !== '' && fresh === '' && !atEnd;
}
