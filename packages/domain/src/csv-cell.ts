/**
 * The cells of CSV files (RFC 4180), safe from formula injection: a text that a phone received must not run on an operator's
 * machine. `=1+1` becomes `'=1+1`. A spreadsheet may split a file at another delimiter than ours, and then also inside quotes,
 * so every piece of a text is escaped: `a;=1+1` becomes `a;'=1+1`.
 */

export type CsvCell = string | number | null;

/**
 * Before a formula at the beginning, or after a delimiter or line break; with the apostrophes that are there. Spaces, quotes and
 * invisible characters in between are skipped, as some spreadsheets skip them.
 */
const BEFORE_FORMULA =
  /(?:^|[,;\t\n\r])[[\s"\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[\t\n\r]]*'*(?=[=+\-@﹦﹢﹣﹫＝＋－＠])/gv;
/** A tab or line break at the beginning, which some programs drop. */
const BEFORE_BREAK = /^'*(?=[\t\n\r])/;

/** One cell of a row; a text is escaped, and quoted if needed. Null: an empty cell. */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return quoteCell(value.replace(BEFORE_FORMULA, "$&'").replace(BEFORE_BREAK, "$&'"));
}

/** Quotes a text if needed, without escaping it: for a CSV that never leaves the console. */
export function quoteCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `="0123"`, which keeps a spreadsheet from reading a number. */
const WRAPPED = /^\s*="(.*)"\s*$/su;

/** The text of a parsed cell that a spreadsheet may have wrapped as a formula. */
export function unwrapCell(text: string): string {
  return text.replace(WRAPPED, (_all, inner: string) => inner.replaceAll('""', '"'));
}

/** The text of a parsed cell, without the apostrophes that `csvCell` has added. */
export function unescapeCell(cell: string): string {
  const text = unwrapCell(cell);
  return text.replace(BEFORE_BREAK, withoutApostrophe).replace(BEFORE_FORMULA, withoutApostrophe);
}

function withoutApostrophe(start: string): string {
  return start.endsWith("'") ? start.slice(0, -1) : start;
}
