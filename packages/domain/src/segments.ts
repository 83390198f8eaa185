/**
 * Counts the SMS segments of a text: GSM 03.38 (3GPP TS 23.038, default alphabet and its extension table) in septets if
 * it contains every character, otherwise UCS-2 in UTF-16 code units. A segment has 140 bytes; each part of a longer text
 * uses 6 of them for the user data header of concatenation (3GPP TS 23.040, 9.2.3.24.1).
 *
 * Two units that form one character (an extension character with its escape, a surrogate pair) are never split, so a
 * segment may end one unit early. We stop there: sms-segments-calculator, with which a test compares this, never splits
 * a grapheme either (a family emoji, é from two code points) and so occasionally counts one segment more. No standard
 * requires that, and every handset joins the parts before it shows them.
 */

/** The basic alphabet in septet order, without the escape (0x1B, before Æ). */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

/** Septets of each character in GSM 03.38: 1, or 2 with the escape. */
const SEPTETS = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENSION].map((character) => [character, 2] as const),
]);

const ESCAPE = 0x1b;

/** The septet of a character in the basic alphabet; undefined if it has none, or needs the escape. */
export function gsmSeptet(character: string): number | undefined {
  const index = BASIC.indexOf(character);
  if (character.length !== 1 || index < 0) return undefined;
  return index < ESCAPE ? index : index + 1;
}

/** The character of a septet, 0 to 127, in the basic alphabet; undefined for the escape. */
export function gsmCharacter(septet: number): string | undefined {
  if (septet === ESCAPE) return undefined;
  return BASIC[septet < ESCAPE ? septet : septet - 1];
}

/** Whether GSM 03.38 has the character, in its basic alphabet or its extension table. */
export function isGsmCharacter(character: string): boolean {
  return SEPTETS.has(character);
}

const CAPACITY = {
  'GSM-7': { alone: 160, concatenated: 153 },
  'UCS-2': { alone: 70, concatenated: 67 },
} as const;

/** How a text is sent. */
export interface SegmentCount {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** Septets or UTF-16 code units of the whole text, without headers. */
  readonly units: number;
  /** At least 1: an empty text is one empty segment. */
  readonly segments: number;
  /** Units that fit into each segment of a text of this length. */
  readonly perSegment: number;
  /** Free units in the last segment. */
  readonly unitsLeft: number;
  /** The characters, as a reader sees them, that GSM 03.38 lacks; each once, in order. */
  readonly forcedBy: string[];
}

/** Counts the segments of a text, including its message code (SERVER-1: the caller has appended it). */
export function countSegments(text: string): SegmentCount {
  const characters = [...text];
  const isGsm = characters.every((character) => SEPTETS.has(character));
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const widths = characters.map((character) => (isGsm ? (SEPTETS.get(character) ?? 1) : character.length));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { alone, concatenated } = CAPACITY[encoding];
  const perSegment = units <= alone ? alone : concatenated;
  const { segments, lastUsed } = pack(widths, perSegment);
  const forcedBy = isGsm ? [] : charactersBeyondGsm(text);
  return { encoding, units, segments, perSegment, unitsLeft: perSegment - lastUsed, forcedBy };
}

/** The texts of the segments in order; concatenated they are the text. */
export function splitSegments(text: string): string[] {
  const { encoding, perSegment } = countSegments(text);
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of text) {
    const width = encoding === 'GSM-7' ? (SEPTETS.get(character) ?? 1) : character.length;
    if (used + width > perSegment) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += width;
  }
  return [...parts, part];
}

function pack(widths: readonly number[], perSegment: number): { segments: number; lastUsed: number } {
  let segments = 1;
  let lastUsed = 0;
  for (const width of widths) {
    if (lastUsed + width > perSegment) {
      segments += 1;
      lastUsed = 0;
    }
    lastUsed += width;
  }
  return { segments, lastUsed };
}

/** By grapheme, so that an operator sees the emoji or accented letter that they typed, not half of it. */
function charactersBeyondGsm(text: string): string[] {
  const found = new Set<string>();
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if ([...segment].some((character) => !SEPTETS.has(character))) found.add(segment);
  }
  return [...found];
}
