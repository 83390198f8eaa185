/**
 * Text of users and strangers on its way into a page: by paragraphs, each with the direction it is read in, and with
 * places to break where a line would otherwise run out of its cell.
 */

/** A paragraph. `rtl`: read from the right. */
export interface Paragraph {
  readonly text: string;
  readonly rtl: boolean;
}

/** Longest run of letters without a place to break, in characters as a reader counts them: fits the narrowest column. */
const UNBROKEN = 20;
const LONG_RUN = new RegExp(`\\S{${UNBROKEN + 1},}`, 'gu');
/** Lines may break before and after these anyway. */
const BREAKS_BY_ITSELF =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}\p{RI}]/u;
const ZERO_WIDTH_SPACE = '\u200b';

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/u;
/** What has no shape of its own, tab and line ends aside: a font would draw a box, or nothing. */
const CONTROL = /[\p{Cc}\ufffe\uffff]/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Nothing of the text is lost but control characters, which become U+FFFD; tabs become spaces. */
export function paragraphsOf(text: string): Paragraph[] {
  return text.split(LINE_END).map((line) => ({ text: lineOf(line), rtl: isRightToLeft(line) }));
}

/** One line for a label or a cell: what {@link paragraphsOf} makes, line ends shown as spaces. */
export function lineOf(text: string): string {
  return text
    .replace(new RegExp(LINE_END, 'gu'), ' ')
    .replaceAll('\t', '    ')
    .replace(CONTROL, '\ufffd')
    .replace(LONG_RUN, breakable);
}

/** The first so many characters as a reader counts them, and an ellipsis where some are left out. */
export function shorten(text: string, length: number): string {
  // A character is at least one code unit: most texts need not be segmented to know that they fit.
  if (text.length <= length) return text;
  let kept = 0;
  for (const { index } of graphemes.segment(text)) {
    if (kept === length) return `${text.slice(0, index)}…`;
    kept += 1;
  }
  return text;
}

/** The first letter with a direction decides: rules P2 and P3 of the Unicode bidirectional algorithm (UAX #9). */
function isRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u.test(first);
}

function breakable(run: string): string {
  let broken = '';
  let unbroken = 0;
  for (const { segment } of graphemes.segment(run)) {
    if (unbroken === UNBROKEN) {
      broken += ZERO_WIDTH_SPACE;
      unbroken = 0;
    }
    unbroken = BREAKS_BY_ITSELF.test(segment) ? 0 : unbroken + 1;
    broken += segment;
  }
  return broken;
}
