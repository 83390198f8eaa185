/** What a file is called on the screen. It is shown and offered for saving, never part of a path or key of ours. */

/** The longest name kept, in UTF-16 units: what a file system takes with room to spare. */
export const MAX_NAME_LENGTH = 200;

/** An extension longer than this is no extension, and is cut like the rest. */
const MAX_EXTENSION_LENGTH = 12;

/**
 * Control characters, and those that turn the direction of writing: `photo\u202Egpj.exe` reads as `photoexe.jpg`.
 * Line and paragraph separators and the byte order mark go with them.
 */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * The name as it may be shown: without folders, control and direction characters, broken surrogates; at most
 * MAX_NAME_LENGTH long with its extension kept. `unnamed` when nothing is left.
 */
export function displayName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/u).at(-1) ?? '';
  const clean = last.replaceAll(UNSEEN, '').normalize('NFC').trim();
  return /[^.\s]/u.test(clean) ? shorten(clean) : 'unnamed';
}

function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION_LENGTH ? name.slice(dot) : '';
  const stem = name.slice(0, MAX_NAME_LENGTH - extension.length);
  // A pair of surrogates that the cut parted leaves its first half behind.
  return stem.replace(/[\uD800-\uDBFF]$/u, '') + extension;
}
