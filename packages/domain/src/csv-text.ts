/** The text of a CSV as spreadsheets write it, prepared for a parser of RFC 4180. */

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Excel writes this line first, and reads it. */
const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?[,;\t ]*(?=\n|$)/iu;
/** `="0123"`, which keeps a spreadsheet from reading a number. Within a quoted cell, a closing quote would follow. */
const WRAPPED = /(^|[,;\t|\n])="(?![",;\t|\n]|$)/gu;

export interface CsvText {
  /** With `\n` as line end, without a byte order mark and blank rows at the end. Its lines are those of the file. */
  readonly text: string;
  readonly delimiter: string;
}

/** @param isColumn whether a header cell names a column, to find the delimiter; receives what {@link columnKey} returns */
export function prepareCsv(file: string, isColumn: (key: string) => boolean): CsvText {
  const lines = file.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n');
  const separator = SEPARATOR_LINE.exec(lines);
  const text = separator === null ? lines : lines.slice(separator[0].length);
  return {
    text: withoutBlankEnd(text.replaceAll(WRAPPED, '$1"')),
    delimiter: separator?.[1] ?? delimiterOf(text, isColumn),
  };
}

/** `officephone` for `Office Phone`, `OFFICE-PHONE` and `office_phone`: people write headers, programs compare them. */
export function columnKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The one that separates the most known columns in the first line; a comma if none does. */
function delimiterOf(text: string, isColumn: (key: string) => boolean): string {
  const [header = ''] = text.trimStart().split('\n', 1);
  const known = (mark: string) => header.split(mark).filter((cell) => isColumn(columnKey(cell))).length;
  return DELIMITERS.reduce<string>((best, mark) => (known(mark) > known(best) ? mark : best), ',');
}

/** A spreadsheet may write a million blank rows. */
function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n,;|'.includes(text.charAt(end - 1))) end -= 1;
  const lineEnd = text.indexOf('\n', end);
  return lineEnd === -1 ? text : text.slice(0, lineEnd + 1);
}
