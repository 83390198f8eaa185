/** The kinds of change that two texts prove (CHANGE-1), in the order in which a changed piece is tried for them. */
import { findCharacterLosses } from '../character-loss.ts';
import type { ChangedPiece } from './changed-piece.ts';
import { isCutOff } from './cut-off.ts';
import { isEscaped } from './escaped.ts';
import { isLinkRewritten } from './link-rewritten.ts';
import { isMasked } from './masked.ts';
import { isPartMissing } from './part-missing.ts';
import { isTextAdded } from './text-added.ts';

/** Escapes come first, because `&amp;` within a link rewrites nothing; links before masks, because `hxxp` masks nothing. */
export const CHANGE_KINDS = [
  { kind: 'escaped', fits: isEscaped },
  { kind: 'link rewritten', fits: isLinkRewritten },
  { kind: 'masked', fits: isMasked },
  { kind: 're-encoded', fits: ({ gone, fresh }) => findCharacterLosses(gone, fresh) !== null },
  { kind: 'text added', fits: isTextAdded },
  { kind: 'part missing', fits: isPartMissing },
  { kind: 'truncated', fits: isCutOff },
] as const satisfies readonly { kind: string; fits: (piece: ChangedPiece) => boolean }[];

/** The name of a kind of change. */
export type ChangeKind = (typeof CHANGE_KINDS)[number]['kind'];

/** A changed piece with its kind. */
export interface Change extends ChangedPiece {
  readonly kind: ChangeKind;
}

/** The change of one piece; null if it fits no kind. */
export function changeOf(piece: ChangedPiece): Change | null {
  const found = CHANGE_KINDS.find(({ fits }) => fits(piece));
  return found === undefined ? null : { ...piece, kind: found.kind };
}
