/** Text from outside made fit for PostgreSQL, which takes neither U+0000 nor half a surrogate pair. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** The same for what may be missing. */
export function storableTextOrNull(text: string | null): string | null {
  return text === null ? null : storableText(text);
}
