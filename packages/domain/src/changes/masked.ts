/** Digits, words or links that arrived as a repeated character: `123456` as `******`, `4111…1234` as `XXXX…1234`. */
import type { ChangedPiece } from './changed-piece.ts';

/** One sign is enough if no text uses it in a word; a letter, `#` or `_` only if repeated. */
const MASK = /([*∗•●█■])\1*|([xX#_])\2+/gu;

/** Whether letters or digits were replaced by repeated characters, and the rest arrived. */
export function isMasked({ gone, fresh }: ChangedPiece): boolean {
  const masks = [...fresh.matchAll(MASK)];
  if (masks.length === 0) return false;
  let atGone = 0;
  let atFresh = 0;
  for (const [index, { 0: mask, index: start }] of masks.entries()) {
    const before = fresh.slice(atFresh, start);
    if (!gone.startsWith(before, atGone)) return false;
    const from = atGone + before.length;
    atFresh = start + mask.length;
    const behind = fresh.slice(atFresh, masks[index + 1]?.index);
    const isLast = index === masks.length - 1;
    // Behind the last mask is the end of the piece; behind another one, what stands before the next.
    atGone = isLast ? gone.length - behind.length : gone.indexOf(behind, from + 1);
    if (atGone <= from || (isLast && !gone.endsWith(behind))) return false;
    if (!mayBeMasked(gone.slice(from, atGone), mask)) return false;
  }
  return true;
}

/** `box` as `bxx` is another word: a repeated letter must replace two others. */
function mayBeMasked(hidden: string, mask: string): boolean {
  const sign = mask.charAt(0);
  const replaced = [...hidden].filter((character) => character !== sign && /[\p{L}\p{N}]/u.test(character));
  return replaced.length >= (/[xX#_]/.test(sign) ? 2 : 1);
}
