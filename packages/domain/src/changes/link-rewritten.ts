/** A link that arrived as another one: shortened, redirected, defanged or tracked. */
import type { ChangedPiece } from './changed-piece.ts';
import { isLink } from './links.ts';

/** Whether one link was replaced by another. */
export function isLinkRewritten({ gone, fresh }: ChangedPiece): boolean {
  return isLink(gone.trim()) && isLink(fresh.trim());
}
