/**
 * Message codes: the short token at the end of every message by which its reception is matched (SERVER-1). One character
 * for the month of creation (it selects the partition), then 50 bits, in Crockford's base 32.
 */

/** Length of a code: 1 character for the month, 10 for 50 bits. */
export const MESSAGE_CODE_LENGTH = 11;

/** Length of a code with its `#`, which no cut between two parts splits. */
export const CODE_WITH_MARK = MESSAGE_CODE_LENGTH + 1;

/** Crockford's base 32: without I, L, O (which read as 1, 1, 0) and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** How each ASCII letter and digit is read; for everything else see {@link foldCodeCharacter}. */
const READINGS = new Map(
  [...ALPHABET, 'I1', 'L1', 'O0'].flatMap((pair) => {
    const [written = '', read = written] = pair;
    return [[written, read] as const, [written.toLowerCase(), read] as const];
  }),
);
const MONTHS_IN_CYCLE = ALPHABET.length;

/**
 * Encodes a code.
 * @param number50 unique within its month, 0 to 2^50 − 1; the caller ensures that it cannot be guessed
 * @param monthIndex months since January 1970 (UTC) of the message's creation
 * @throws RangeError if `number50` does not fit, or `monthIndex` is not an integer
 */
export function spellMessageCode(number50: number, monthIndex: number): string {
  if (!Number.isInteger(number50) || number50 < 0 || number50 >= HALF * HALF) {
    throw new RangeError('The number of a code has 50 bits');
  }
  if (!Number.isInteger(monthIndex)) throw new RangeError('A month is a whole number');
  const month = ALPHABET.charAt(positiveModulo(monthIndex, MONTHS_IN_CYCLE));
  return month + spellHalf(Math.floor(number50 / HALF)) + spellHalf(number50 % HALF);
}

/**
 * The number passed to {@link spellMessageCode}.
 * @param code in canonical spelling
 */
export function numberInMessageCode(code: string): number {
  let number50 = 0;
  for (let at = 1; at < MESSAGE_CODE_LENGTH; at += 1) {
    number50 = number50 * ALPHABET.length + ALPHABET.indexOf(code.charAt(at));
  }
  return number50;
}

/** The range of five characters, 25 bits: all ten would exceed the bit operators, which have 32. */
const HALF = 2 ** 25;

function spellHalf(bits: number): string {
  return (
    ALPHABET.charAt(bits >>> 20) +
    ALPHABET.charAt((bits >>> 15) & 31) +
    ALPHABET.charAt((bits >>> 10) & 31) +
    ALPHABET.charAt((bits >>> 5) & 31) +
    ALPHABET.charAt(bits & 31)
  );
}

/** The body as sent: followed by a space, `#` and the code. An empty body gives `#` and the code. */
export function appendMessageCode(body: string, code: string): string {
  return body === '' ? `#${code}` : `${body} #${code}`;
}

/** A bare code as typed or posted, in canonical spelling; null if the text is not just a code (a leading `#` is allowed). */
export function normalizeMessageCode(text: string): string | null {
  const bare = text.trim().replace(/^[#＃﹟]\s*/u, '');
  if (bare.length > 2 * MESSAGE_CODE_LENGTH) return null; // skip long texts
  const characters = [...bare];
  if (characters.length !== MESSAGE_CODE_LENGTH) return null;
  const folded = characters.map(foldCodeCharacter);
  return folded.includes(null) ? null : folded.join('');
}

/**
 * The month in which a code was created, as months since January 1970. Its character gives the month modulo 32; the
 * result is the latest such month that is not after the month following `nearMonthIndex` (clocks differ at a month's
 * end).
 * @param code in the spelling of {@link spellMessageCode}
 * @param nearMonthIndex the current month
 */
export function monthOfCode(code: string, nearMonthIndex: number): number {
  const latest = nearMonthIndex + 1;
  return latest - positiveModulo(latest - ALPHABET.indexOf(code.charAt(0)), MONTHS_IN_CYCLE);
}

/**
 * The possible codes in a text from a handset, likeliest first, in canonical spelling, at most {@link MAX_CANDIDATES}.
 * Preferred in this order: a leading `#`, no whitespace or line breaks inside, a word boundary at the end, nearer to the
 * end of the text.
 */
export function findMessageCodes(text: string): string[] {
  const codes = new Set(locateCodes(text).map(({ code }) => code));
  return [...codes].slice(0, MAX_CANDIDATES);
}

/**
 * The arrived text without the code at its end: removes the likeliest occurrence of `code` with its `#` and one space before
 * it. A text without the code is returned unchanged. Inverse of {@link appendMessageCode}.
 */
export function splitArrivedText(text: string, code: string): string {
  const wanted = normalizeMessageCode(code);
  const place = locateCodes(text).find((located) => located.code === wanted);
  if (!place) return text;
  return text.slice(0, place.start).replace(/\s$/u, '') + text.slice(place.end);
}

/** Few enough for a single query, and enough for texts full of `#`. */
const MAX_CANDIDATES = 8;
const MARKS = /[#＃﹟]/gu;
/** What phones and carriers insert between characters: whitespace, line breaks, zero-width and soft-hyphen characters. */
const FILLER = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** A word with the length of a code: a possible code whose `#` was lost. */
const BARE_WORDS = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{11}(?![\p{L}\p{N}])/gu;

/** A position in a text that reads as a code. `start` and `end` are UTF-16 offsets; `doubt` is 0 for the likeliest. */
interface LocatedCode {
  readonly code: string;
  readonly start: number;
  readonly end: number;
  readonly doubt: number;
}

function locateCodes(text: string): LocatedCode[] {
  const located: LocatedCode[] = [];
  for (const mark of text.matchAll(MARKS)) {
    const read = readCode(text, mark.index + mark[0].length);
    if (read)
      located.push({ ...read, start: mark.index, doubt: (read.broken ? 2 : 0) + (read.glued ? 1 : 0) });
  }
  const whole = readCode(text, 0);
  if (whole && text.slice(whole.end).trim() === '') located.push({ ...whole, start: 0, doubt: 4 });
  for (const word of text.matchAll(BARE_WORDS)) {
    const code = normalizeMessageCode(word[0]);
    if (code) located.push({ code, start: word.index, end: word.index + word[0].length, doubt: 5 });
  }
  return located.sort((a, b) => a.doubt - b.doubt || b.start - a.start);
}

/** Reads a code starting at `from`, skipping filler. Null if another character occurs before the code is complete. */
function readCode(text: string, from: number) {
  let code = '';
  let broken = false;
  let end = from;
  while (code.length < MESSAGE_CODE_LENGTH) {
    const point = text.codePointAt(end);
    if (point === undefined) return null;
    const character = String.fromCodePoint(point);
    end += character.length;
    if (FILLER.test(character)) {
      broken ||= code !== '';
      continue;
    }
    const folded = foldCodeCharacter(character);
    if (folded === null) return null;
    code += folded;
  }
  const next = text.codePointAt(end);
  const glued = next !== undefined && WORD_CHARACTER.test(String.fromCodePoint(next));
  return { code, end, broken, glued };
}

/** A character as it counts in a code: upper case, with look-alikes and full-width forms resolved. Null if no code contains it. */
function foldCodeCharacter(character: string): string | null {
  const ascii = READINGS.get(character);
  if (ascii !== undefined || character <= '\u007F') return ascii ?? null;
  return READINGS.get(character.normalize('NFKC')) ?? null;
}

function positiveModulo(n: number, modulus: number): number {
  return ((n % modulus) + modulus) % modulus;
}
