/**
 * Prepares untrusted text for a page: splits it into paragraphs, each with its direction, and adds break opportunities to
 * long words, which would otherwise overflow their cell.
 */

/** A paragraph. `rtl`: right-to-left. */
export interface Paragraph {
  readonly text: string;
  readonly rtl: boolean;
}

/** The longest run of letters without a break opportunity, in graphemes: fits the narrowest column. */
const UNBROKEN = 20;
const LONG_RUN = new RegExp(`\\S{${UNBROKEN + 1},}`, 'gu');
/** Lines may break before and after these without help. */
const BREAKS_BY_ITSELF =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}\p{RI}]/u;
/** A noncharacter for which the theme draws an empty box: lines may break there, and nothing is copied. */
const BREAK = '\ufdd0';

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/u;
/** Control characters and noncharacters, which a font draws as a box or not at all. Tabs and line ends are handled before. */
const CONTROL = /[\p{Cc}\ufdd0-\ufdef\ufffe\uffff]/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits text into paragraphs. Control characters become U+FFFD, tabs become spaces; the rest is kept. */
export function paragraphsOf(text: string): Paragraph[] {
  return text.split(LINE_END).map((line) => ({ text: lineOf(line), rtl: isRightToLeft(line) }));
}

/** One line for a label or a cell: like {@link paragraphsOf}, with line ends as spaces. */
export function lineOf(text: string): string {
  return text
    .replace(new RegExp(LINE_END, 'gu'), ' ')
    .replaceAll('\t', '    ')
    .replace(CONTROL, '\ufffd')
    .replace(LONG_RUN, breakable);
}

/** The first `length` graphemes, with an ellipsis if anything is cut. */
export function shorten(text: string, length: number): string {
  // A grapheme is at least one code unit, so most texts need no segmentation.
  if (text.length <= length) return text;
  let kept = 0;
  for (const { index } of graphemes.segment(text)) {
    if (kept === length) return `${text.slice(0, index)}…`;
    kept += 1;
  }
  return text;
}

/** The first letter decides, similar to rules P2 and P3 of the Unicode bidirectional algorithm (UAX #9). */
function isRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u.test(first);
}

function breakable(run: string): string {
  let broken = '';
  let unbroken = 0;
  for (const { segment } of graphemes.segment(run)) {
    if (unbroken === UNBROKEN) {
      broken += BREAK;
      unbroken = 0;
    }
    unbroken = BREAKS_BY_ITSELF.test(segment) ? 0 : unbroken + 1;
    broken += segment;
  }
  return broken;
}
