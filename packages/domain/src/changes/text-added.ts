/** Text before or behind the whole message: a label, a counter, a footer. */
import type { ChangedPiece } from './changed-piece.ts';

/** Whether something was added before or after the text. */
export function isTextAdded({ gone, fresh, atStart, atEnd }: ChangedPiece): boolean {
  return gone === '' && fresh !== '' && (atStart || atEnd);
}
