/**
 * What can remain of a character after a conversion between character sets: a question mark, a look-alike, the letter
 * without its accent, nothing, or its bytes decoded in the wrong set.
 */
import { gsmCharacter, gsmSeptet, isGsmCharacter } from './segments.ts';
import { storableText } from './storable-text.ts';

/** `accent`: the base letter; `look-alike`: a similar character; `lost`: a placeholder or nothing; `misread`: its bytes. */
export type LossKind = 'accent' | 'look-alike' | 'lost' | 'misread';

/** One possible remainder of a character. */
export interface Remainder {
  readonly text: string;
  readonly kind: LossKind;
}

/**
 * Every possible remainder of a character, each once, without the character itself. Plain letters and digits only leave
 * bytes.
 */
export function remaindersOf(character: string): Remainder[] {
  const found = new Map<string, Remainder>();
  const add = (kind: LossKind, texts: readonly (string | undefined)[]) => {
    for (const text of texts) {
      if (text === undefined || text === character || found.has(text)) continue;
      found.set(text, { text, kind });
    }
  };
  if (mayVanish(character)) {
    add('accent', withoutAccent(character));
    add('look-alike', lookAlikes(character));
    add('lost', [...marks(character), '']);
  }
  add(
    'misread',
    misread(character).map((text) => text && storableText(text)),
  );
  return [...found.values()];
}

/** Whether a character set may drop the character: ASCII or GSM 03.38 lacks it. */
export function mayVanish(character: string): boolean {
  return character > '\u007F' || !isGsmCharacter(character);
}

/** The base letter; and é for ê, because GSM 03.38 has some accents of a letter but not all. */
function withoutAccent(character: string): string[] {
  const [letter = '', ...accents] = character.normalize('NFD');
  if (accents.length === 0 || !/\p{L}/u.test(letter)) return [];
  const others = ['\u0300', '\u0301', '\u0308', '\u030A', '\u0303', '\u0327'].map((accent) =>
    (letter + accent).normalize('NFC'),
  );
  const inGsm = [...others, 'Ç'].filter((one) => isGsmCharacter(one) && base(one) === letter);
  return [letter, ...(LETTERS.get(letter) ?? []), ...inGsm, ...(letter === 'c' ? ['Ç'] : [])];
}

function base(character: string): string {
  return [...character.normalize('NFD')][0] ?? '';
}

function lookAlikes(character: string): string[] {
  const listed = LETTERS.get(character) ?? SIGNS.get(character) ?? [];
  const compatible = character.normalize('NFKC');
  const plain = [...compatible.normalize('NFD')].filter((one) => !/\p{M}/u.test(one)).join('');
  const space = /^\s$/u.test(character) ? [' '] : [];
  return [...listed, compatible, plain, ...space].filter((text) => text !== '');
}

/** Placeholders for an unsupported character: one, one per UTF-16 unit, or one per byte of UTF-8. */
function marks(character: string): string[] {
  const counts = new Set([1, character.length, utf8(character).length]);
  return ['?', '\uFFFD', '¿', '□', '_', ' '].flatMap((mark) =>
    [...counts].map((count) => mark.repeat(count)),
  );
}

/** Its bytes, or its septet, decoded in another character set. */
function misread(character: string): (string | undefined)[] {
  const point = character.codePointAt(0) ?? 0;
  const septet = gsmSeptet(character);
  const units = [...Array(character.length).keys()].map((index) => character.charCodeAt(index));
  const texts = [
    // UCS-2 decoded as Latin-1, and with swapped bytes.
    units.map((unit) => String.fromCharCode(unit >> 8, unit & 0xff)).join(''),
    units
      .map((unit) => String.fromCharCode(((unit & 0xff) << 8) | (unit >> 8)))
      .join('')
      .toWellFormed(),
    septet === undefined ? undefined : String.fromCharCode(septet),
    point < 0x80 && point !== septet ? gsmCharacter(point) : undefined,
    ...(ESCAPED[character] === undefined
      ? []
      : ['', ' ', '\u00A0', '\u001B'].map((lead) => lead + ESCAPED[character])),
  ];
  if (point < 0x80) return texts;
  const octets = utf8(character);
  const latin = String.fromCharCode(...octets);
  return [
    ...texts,
    latin,
    octets.map((octet) => WINDOWS_1252[octet - 0x80] ?? String.fromCharCode(octet)).join(''),
    point <= 0xff ? gsmCharacter(point & 0x7f) : undefined,
  ];
}

function utf8(character: string): number[] {
  return [...new TextEncoder().encode(character)];
}

/** What a handset shows for the extension table if it ignores the escape (3GPP TS 23.038, 6.2.1.1). */
const ESCAPED: Readonly<Record<string, string>> = {
  '^': 'Λ',
  '{': '(',
  '}': ')',
  '\\': '/',
  '[': '<',
  '~': '=',
  ']': '>',
  '|': '¡',
  '€': 'e',
};

/** Windows-1252 from 0x80 to 0x9F; five bytes have no character. */
const WINDOWS_1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'];

/** Each line: characters with their possible remainders. */
function readTable(table: string): ReadonlyMap<string, readonly string[]> {
  const entries = table.trim().split(/\s*[|\n]\s*/u);
  return new Map(
    entries.map((entry) => {
      const [character = '', ...left] = entry.split(' ');
      return [character, left] as const;
    }),
  );
}

/** Greek capitals missing in GSM 03.38 become Latin look-alikes, and Cyrillic ones too. */
const LETTERS = readTable(`
  ß ss B β s | æ ae | Æ AE Ae | œ oe | Œ OE Oe | ø o oe | Ø O OE | å a aa | Å A AA | ı i
  ł l | Ł L | đ d | Đ D | ð d | Ð D | þ th | Þ TH Th | ħ h | ŋ n | ĸ k
  ä ae | ö oe | ü ue | Ä AE Ae | Ö OE Oe | Ü UE Ue
  Α A | Β B | Ε E | Ζ Z | Η H | Ι I | Κ K | Μ M | Ν N | Ο O | Ρ P | Τ T | Υ Y | Χ X
  А A | В B | Е E | К K | М M | Н H | О O | Р P | С C | Т T | Х X
  а a | е e | о o | р p | с c | у y | х x`);

const SIGNS = readTable(`
  ‘ ' \` | ’ ' \` | ‚ ' , | ‛ ' | ′ ' | \` ' | ´ ' | “ " | ” " | „ " | ‟ " | ″ " | « " << | » " >> | ‹ ' < | › ' >
  – - | — - -- | ― - | ‐ - | ‑ - | − - | … ... . | • * - . | · . * | × x * | ÷ / | → -> | ← <- | ° o deg
  © (c) (C) c | ® (r) (R) r | ™ (tm) (TM) TM tm | € EUR E e | £ GBP L | ¥ Y JPY | ¢ c | ¿ ? | ¡ !
  ≤ <= | ≥ >= | ≠ != | ≈ ~ | ½ 1/2 | ¼ 1/4 | ¾ 3/4 | ª a | º o`);
