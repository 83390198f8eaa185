/** Makes external text storable in PostgreSQL, which accepts neither U+0000 nor unpaired surrogates. */
export function storableText(text: string): string {
  // Nearly every text is storable already, and the check costs less than a copy.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Likewise for nullable text. */
export function storableTextOrNull(text: string | null): string | null {
  return text === null ? null : storableText(text);
}
