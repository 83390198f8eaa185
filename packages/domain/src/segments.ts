/**
 * Counts the SMS segments of a text: GSM 03.38 (3GPP TS 23.038, default alphabet and its extension table) in septets
 * where every character is in it, else UCS-2 in UTF-16 code units. A segment has 140 octets; of a longer text each part
 * spends 6 of them on the user data header of concatenation (3GPP TS 23.040, 9.2.3.24.1).
 *
 * Two units that make one character (an extension character with its escape, a surrogate pair) are never parted, so a
 * segment may end one unit early. That is where we stop: sms-segments-calculator, which a test compares with this, never
 * parts a grapheme either (a family emoji, é from two code points) and so now and then counts a segment more. Nothing in
 * the standards asks for that, and every handset joins the parts before it shows them.
 */

/** The basic alphabet in the order of its septets, save that the escape (0x1B, before Æ) is left out. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

/** Septets of each character that GSM 03.38 has: 1, or 2 behind the escape. */
const SEPTETS = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENSION].map((character) => [character, 2] as const),
]);

const ESCAPE = 0x1b;

/** The septet of a character of the basic alphabet; undefined where it has none, or needs the escape. */
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

/** How a text goes out. */
export interface SegmentCount {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** Septets or UTF-16 code units of the whole text, without headers. */
  readonly units: number;
  /** At least 1: an empty text is one empty segment. */
  readonly segments: number;
  /** Units that fit into each segment of a text of this length. */
  readonly perSegment: number;
  /** Units still free in the last segment. */
  readonly unitsLeft: number;
  /** The characters, as a reader sees them, that GSM 03.38 does not have; each once, in order. */
  readonly forcedBy: string[];
}

/** Counts the segments of a text, its message code included (SERVER-1: the caller has appended it). */
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

/** The texts of the segments in their order; together they are the text. */
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

/** By grapheme, so that an operator is shown the emoji or the accented letter that they typed, not half of it. */
function charactersBeyondGsm(text: string): string[] {
  const found = new Set<string>();
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if ([...segment].some((character) => !SEPTETS.has(character))) found.add(segment);
  }
  return [...found];
}
