/** Names as they are stored: what is typed and what is imported must be equal when it looks equal. */

/**
 * Spaces, and the invisible marks that text copied from address books and web pages brings along. Only at the ends: inside a
 * name they may shape its letters.
 */
const MARK = String.raw`[\s\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]`;
/** Without the lookbehind, a thousand spaces would take a million steps. */
const EDGES = new RegExp(`^${MARK}+|(?<!${MARK})${MARK}+$`, 'gu');

/** In NFC, so that names with accents are equal whichever program wrote them. @param text bounded by the caller */
export function nameText(text: string): string {
  return text.normalize('NFC').replaceAll(EDGES, '');
}
