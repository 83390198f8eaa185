/** Characters that arrived as their escapes in HTML, URLs or JSON: `&` as `&amp;`, a space as `%20`, `"` as `\"`. */
import type { ChangedPiece } from './changed-piece.ts';
import { withoutCosmetics } from './cosmetic.ts';

/** The source of a pattern (flag `u`) that finds runs of escapes. */
export const ESCAPE = String.raw`&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8});|(?:%[\da-fA-F]{2})+|\\(?:u[\da-fA-F]{4}|["'\\/nrt])`;

const ESCAPES = new RegExp(ESCAPE, 'gu');
/** An escape may have been escaped again: `&amp;#39;`. */
const ROUNDS = 3;

/** Whether the escapes that arrived are those of what was sent. */
export function isEscaped({ gone, fresh }: ChangedPiece): boolean {
  if (gone === '' || fresh === '') return false;
  if (gone === ' ' && fresh === '+') return true; // a space in a URL's query
  const wanted = withoutCosmetics(gone);
  let text = fresh;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = text;
    text = before.replace(ESCAPES, unescaped);
    if (text === before) return false;
    const found = text.normalize('NFC');
    // A line break or a space alone leaves nothing to compare without whitespace at the ends.
    if (withoutCosmetics(found) === wanted && (wanted !== '' || /^\s+$/u.test(found))) return true;
  }
  return false;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  szlig: 'ß',
  iexcl: '¡',
  iquest: '¿',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** HTML names accented letters by their base letter: `&eacute;`. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030A',
  cedil: '\u0327',
};

function unescaped(escape: string): string {
  if (escape.startsWith('%')) return ofUrl(escape);
  const name = escape.replace(/^[&\\]|;$/g, '');
  if (/^u[\da-f]{4}$/iu.test(name)) return characterOf(Number.parseInt(name.slice(1), 16));
  if (/^#x/iu.test(name)) return characterOf(Number.parseInt(name.slice(2), 16));
  if (name.startsWith('#')) return characterOf(Number(name.slice(1)));
  const accent = ACCENTS[name.slice(1)];
  if (accent !== undefined) return name.charAt(0) + accent;
  // A backslash before any other sign is dropped.
  return NAMED[name] ?? (escape.startsWith('\\') ? name : escape);
}

function ofUrl(escape: string): string {
  try {
    return decodeURIComponent(escape);
  } catch {
    // The bytes are not UTF-8, so they are Latin-1.
    return escape.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

function characterOf(point: number): string {
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}
