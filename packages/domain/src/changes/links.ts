/** Links in a text: a change of one character leads elsewhere, except in the case of their scheme and host. */

const SCHEME = String.raw`[hH](?:[tT]{2}|[xX]{2})[pP][sS]?:\/\/`;
const HOST = String.raw`(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}`;
/** Without brackets, quotes and invisible characters; punctuation at the end belongs to the sentence. */
const REST = String.raw`[^\s<>"“”„‘’…\p{Cf}]*[^\s<>"“”„‘’…\p{Cf}.,;:!?'()\[\]{}*]`;

/** The source of a pattern (flag `u`) that finds links, with a scheme or without. Ignoring case by flag would take twice the time. */
export const LINK = `(?<![\\p{L}\\p{N}@._-])(?:${SCHEME}${REST}|${HOST}(?![\\p{L}\\p{N}@_-])(?:[/:?#]${REST})?)`;
const WHOLE_LINK = new RegExp(`^${LINK}$`, 'u');

/** Whether the text is one link. */
export function isLink(text: string): boolean {
  return WHOLE_LINK.test(text);
}

/** The link with its scheme and host in lower case. */
export function foldLink(link: string): string {
  return link.replace(/^(?:[a-z]+:\/\/)?[^/?#]*/iu, (start) => start.toLowerCase());
}
