/** Text from outside made fit for PostgreSQL, which takes neither U+0000 nor half a surrogate pair. */
export function storableText(text: string): string {
  // Nearly every text is, and the answer costs less than a copy.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** The same for what may be missing. */
export function storableTextOrNull(text: string | null): string | null {
  return text === null ? null : storableText(text);
}
