/**
 * Counts the SMS segments of a text: GSM 03.38 (3GPP TS 23.038, default alphabet and its extension table) in septets if
 * it contains every character, otherwise UCS-2 in UTF-16 code units. A segment has 140 bytes; each part of a longer text
 * uses 6 of them for the user data header of concatenation (3GPP TS 23.040, 9.2.3.24.1).
 *
 * Two units that form one character (an extension character with its escape, a surrogate pair) are never split, so a
 * segment may end one unit early. A message code at the end stays whole too, which never takes another segment. We stop
 * there: sms-segments-calculator, with which a test compares this, never splits a grapheme either (a family emoji, é from
 * two code points) and so occasionally counts one segment more. No standard requires that.
 */
import { CODE_WITH_MARK, normalizeMessageCode } from './message-code.ts';

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

/** With an 8-bit reference, as we send by default, and with a 16-bit one. */
const CARRIER_CAPACITIES = {
  'GSM-7': [CAPACITY['GSM-7'], { alone: 160, concatenated: 152 }],
  'UCS-2': [CAPACITY['UCS-2'], { alone: 70, concatenated: 66 }],
} as const;

const LATIN1 = /^[\t\n\r\x20-\x7e\xa0-\xff]*$/;
/** With a 16-bit reference; with an 8-bit one a part has 134 octets, which are two parts of UCS-2. */
const LATIN1_CAPACITY = { alone: 140, concatenated: 133, widthOf: () => 1 };

/** The units that a character takes. */
const WIDTHS = {
  'GSM-7': (character: string) => SEPTETS.get(character) ?? 1,
  'UCS-2': (character: string) => character.length,
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
  const encoding = isGsm(characters) ? 'GSM-7' : 'UCS-2';
  const units = characters.reduce((sum, character) => sum + WIDTHS[encoding](character), 0);
  const { alone, concatenated } = CAPACITY[encoding];
  const perSegment = units <= alone ? alone : concatenated;
  const { parts, lastUsed } = cut(text, WIDTHS[encoding], perSegment, codeAtEnd(text));
  const forcedBy = encoding === 'GSM-7' ? [] : charactersBeyondGsm(text);
  return { encoding, units, segments: parts.length, perSegment, unitsLeft: perSegment - lastUsed, forcedBy };
}

/** The texts of the segments in order, as we cut them; concatenated they are the text. */
export function splitSegments(text: string): string[] {
  const { encoding, perSegment } = countSegments(text);
  return cut(text, WIDTHS[encoding], perSegment, codeAtEnd(text)).parts;
}

/**
 * The ways in which a text of several segments may have been cut, ours first, each once: by us or by a carrier, with an 8-
 * or 16-bit reference in the header (153 or 152 septets, 67 or 66 units of UCS-2, 133 octets of Latin-1), its
 * message code kept together or cut.
 */
export function possibleSplits(text: string): string[][] {
  const encoding = isGsm([...text]) ? 'GSM-7' : 'UCS-2';
  const capacities = [
    ...CARRIER_CAPACITIES[encoding].map((capacity) => ({ ...capacity, widthOf: WIDTHS[encoding] })),
    ...(LATIN1.test(text) ? [LATIN1_CAPACITY] : []),
  ];
  const splits = capacities.flatMap(({ alone, concatenated, widthOf }) => {
    const units = [...text].reduce((sum, character) => sum + widthOf(character), 0);
    if (units <= alone) return [];
    return [codeAtEnd(text), 0].map((uncutEnd) => cut(text, widthOf, concatenated, uncutEnd).parts);
  });
  const byCuts = new Map(splits.map((parts) => [parts.map(({ length }) => length).join(), parts]));
  return [...byCuts.values()];
}

/**
 * Fills one part after another.
 * @param uncutEnd how many characters at the end stay in one part; each takes one unit
 */
function cut(
  text: string,
  widthOf: (character: string) => number,
  size: number,
  uncutEnd: number,
): { readonly parts: string[]; readonly lastUsed: number } {
  const parts: string[] = [];
  const lastCut = text.length - uncutEnd;
  let start = 0;
  let at = 0;
  let used = 0;
  for (const character of text) {
    const width = widthOf(character);
    if (used + width > size) {
      const end = at > lastCut && lastCut > start ? lastCut : at;
      parts.push(text.slice(start, end));
      used = at - end;
      start = end;
    }
    at += character.length;
    used += width;
  }
  return { parts: [...parts, text.slice(start)], lastUsed: used };
}

/** Length of the message code at the end of the text, with its `#`; 0: there is none. */
function codeAtEnd(text: string): number {
  const end = text.slice(-CODE_WITH_MARK);
  return end.startsWith('#') && normalizeMessageCode(end) === end.slice(1) ? CODE_WITH_MARK : 0;
}

const isGsm = (characters: readonly string[]) => characters.every((character) => SEPTETS.has(character));

/** By grapheme, so that an operator sees the emoji or accented letter that they typed, not half of it. */
function charactersBeyondGsm(text: string): string[] {
  const found = new Set<string>();
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if ([...segment].some((character) => !SEPTETS.has(character))) found.add(segment);
  }
  return [...found];
}
