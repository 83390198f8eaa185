/** The text of a CSV as spreadsheets write it, prepared for a parser of RFC 4180. */

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Excel writes this line first, and reads it. */
const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?[,;\t ]*(?=\n|$)/iu;
/** `="0123"`, which keeps a spreadsheet from reading a number. Within a quoted cell, a closing quote would follow. */
const WRAPPED = /(^|[,;\t|\n])="(?![",;\t|\n]|$)/gu;
/** Lines. Titles, dates and filters of a report above its table are few. */
const FURTHEST_HEADER = 20;
/** In characters. Normalizing 200,000 accents on one letter takes minutes. */
const LONGEST_HEADER = 200;
/** A title that is the name of one column is no header. */
const COLUMNS_OF_A_HEADER = 2;

export interface CsvText {
  /** With `\n` as line end, without a byte order mark and blank rows at the end. Its lines are those of the file. */
  readonly text: string;
  readonly delimiter: string;
  /** What was left out, as sentences. */
  readonly notices: readonly string[];
}

/** @param isColumn whether a header cell names a column, to find the header; receives what {@link columnKey} returns */
export function prepareCsv(file: string, isColumn: (key: string) => boolean): CsvText {
  const lines = file.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n');
  const separator = SEPARATOR_LINE.exec(lines);
  const { text, header, above } = fromHeader(
    separator === null ? lines : lines.slice(separator[0].length),
    isColumn,
  );
  const delimiter = separator?.[1] ?? delimiterOf(header, isColumn);
  const rows = isOneQuotedText(header, delimiter) ? unquoteLines(text) : text;
  return {
    text: withoutBlankEnd(withoutSpacesAroundQuotes(rows.replaceAll(WRAPPED, '$1"'), delimiter)),
    delimiter,
    notices: above === 0 ? [] : [`Ignored: ${above === 1 ? '1 line' : `${above} lines`} above the header.`],
  };
}

/**
 * `officephone` for `Office Phone`, `OFFICE-PHONE` and `office_phone`: people write headers, programs compare them. Empty for a
 * text that is too long for a header.
 */
export function columnKey(header: string): string {
  if (header.length > LONGEST_HEADER) return '';
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether the only cell of a row has as many pieces as the header has columns: in quotes, or with another delimiter. */
export function isUnsplit(cells: readonly string[], columns: number): boolean {
  const [only = '', ...rest] = cells;
  return rest.length === 0 && columns > 2 && DELIMITERS.some((mark) => only.split(mark).length >= columns);
}

/** Blanks the lines above the header, so that the others keep their numbers. */
function fromHeader(text: string, isColumn: (key: string) => boolean) {
  const lines = text.split('\n', FURTHEST_HEADER);
  const known = lines.map((line) => countColumns(line, delimiterOf(line, isColumn), isColumn));
  const first = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  );
  const best = known[first] === 0 ? known.findIndex((count) => count >= COLUMNS_OF_A_HEADER) : first;
  const above = lines.slice(0, Math.max(best, 0));
  // A quote that is open there: the header itself has lines.
  const isApart = above.join('').split('"').length % 2 === 1;
  if (best <= first || !isApart) return { text, header: lines[first] ?? '', above: 0 };
  return {
    text: '\n'.repeat(best) + text.slice(above.reduce((length, line) => length + line.length + 1, 0)),
    header: lines[best] ?? '',
    above: above.filter((line) => line.trim() !== '').length,
  };
}

function countColumns(line: string, delimiter: string, isColumn: (key: string) => boolean): number {
  return line.split(delimiter).filter((cell) => isColumn(columnKey(cell))).length;
}

/** The one that separates the most known columns; a comma if none does. */
function delimiterOf(header: string, isColumn: (key: string) => boolean): string {
  const known = (mark: string) => countColumns(header, mark, isColumn);
  return DELIMITERS.reduce<string>((best, mark) => (known(mark) > known(best) ? mark : best), ',');
}

/** A spreadsheet that did not split a CSV has each row in one cell, and saves it in quotes. */
function isOneQuotedText(header: string, delimiter: string): boolean {
  return /^\s*"[^"]*"\s*$/u.test(header) && header.includes(delimiter);
}

function unquoteLines(text: string): string {
  const unquote = (line: string) =>
    line.replace(/^"(.*)"$/u, (_all, row: string) => row.replaceAll('""', '"'));
  return text
    .split('\n')
    .map((line) => unquote(line.trim()))
    .join('\n');
}

/** `"a", "b"`: people type a space behind a comma. Spaces within quotes stay. */
function withoutSpacesAroundQuotes(text: string, delimiter: string): string {
  const edge = `[\\n\\${delimiter}]`;
  const quoted = `("[^"]*")(?:[ \\u00A0]+(?=${edge}|$))?`;
  return text.replaceAll(new RegExp(`${quoted}|(?<=^|${edge})[ \\u00A0]+(?=")`, 'g'), '$1');
}

/** A spreadsheet may write a million blank rows. */
function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n,;|'.includes(text.charAt(end - 1))) end -= 1;
  const lineEnd = text.indexOf('\n', end);
  return lineEnd === -1 ? text : text.slice(0, lineEnd + 1);
}
