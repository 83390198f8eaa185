/**
 * Cells that a spreadsheet would read as a formula begin with an apostrophe in the export (`csv-stream.ts`), which the import
 * removes. A text that itself begins with apostrophes before such a character gets one more, so that it comes back unchanged.
 */
const FORMULA_AFTER_APOSTROPHES = /^'+[=+\-@\t\r]/;

/** Before `csvCell`. */
export function escaped(text: string): string {
  return FORMULA_AFTER_APOSTROPHES.test(text) ? `'${text}` : text;
}

export function unescaped(text: string): string {
  return FORMULA_AFTER_APOSTROPHES.test(text) ? text.slice(1) : text;
}
