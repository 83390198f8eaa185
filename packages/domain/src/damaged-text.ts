/** Texts that a program on the way has probably damaged: they are imported as they are, and named. */

const DAMAGED: readonly RegExp[] = [
  // What a spreadsheet writes when it cannot compute a cell, such as a text that begins with `=`, or cannot show it.
  /^#(?:N\/A|NV|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!)$/iu,
  /^#{3,}$/u,
  // An empty cell of a database.
  /^(?:NULL|\\N)$/u,
  // HTML.
  /&(?:amp|lt|gt|quot|apos|nbsp|[A-Za-z]+(?:acute|grave|circ|uml|tilde|cedil)|#\d{2,5}|#x[\dA-F]{2,5});/iu,
  // A character that could not be decoded.
  /\uFFFD/u,
  // UTF-8 that was read as Windows-1252: `Ã¼` for `ü`.
  /[ÂÃ][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]|â€/u,
];

/** How many texts are named. */
const LISTED = 3;
/** In characters. */
const LONGEST = 40;

export function looksDamaged(text: string): boolean {
  const trimmed = text.trim();
  return DAMAGED.some((pattern) => pattern.test(trimmed));
}

/** A sentence that names the damaged ones; null if there are none. */
export function damagedWords(texts: Iterable<string>): string | null {
  const damaged = [...new Set(texts)].filter(looksDamaged);
  if (damaged.length === 0) return null;
  const named = damaged.slice(0, LISTED).map((text) => JSON.stringify(shortened(text)));
  const more = damaged.length - named.length;
  const rest = more > 0 ? ` and ${more.toLocaleString('en-US')} more` : '';
  return `Probably damaged by another program: ${named.join(', ')}${rest}. Check the file.`;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
