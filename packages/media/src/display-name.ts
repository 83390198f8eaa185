/** Cleans file names for display. They are shown and offered as download names, never used in our paths or keys. */

/** The longest name kept, in UTF-16 units: within what file systems accept. */
export const MAX_NAME_LENGTH = 200;

/** A longer extension is treated as part of the name. */
const MAX_EXTENSION_LENGTH = 12;

/**
 * Control characters, and those that change the writing direction: `photo\u202Egpj.exe` reads as `photoexe.jpg`. Also line
 * and paragraph separators and the byte order mark.
 */
const INVISIBLE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * The name for display: without folders, control and direction characters or broken surrogates, and at most MAX_NAME_LENGTH
 * long, keeping its extension. `unnamed` if nothing is left.
 */
export function displayName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/u).at(-1) ?? '';
  const clean = last.replaceAll(INVISIBLE, '').normalize('NFC').trim();
  return /[^.\s]/u.test(clean) ? shorten(clean) : 'unnamed';
}

function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION_LENGTH ? name.slice(dot) : '';
  const stem = name.slice(0, MAX_NAME_LENGTH - extension.length);
  // Drop the first half of a surrogate pair that the cut split.
  return stem.replace(/[\uD800-\uDBFF]$/u, '') + extension;
}
