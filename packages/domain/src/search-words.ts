/** A search: its words, and the test whose id it may name (OVERVIEW-2). Shared by API, queries and console. */

/** The maximum length of a search, in characters. */
export const SEARCH_LIMIT = 200;
/** The maximum number of words: every row of a list is searched for each. */
export const SEARCH_WORDS_LIMIT = 10;

/** Every word as typed, the longest first. */
export function typedWords(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length);
}

/** The words that a text must contain, in any case, to contain all words of a search: those that another one contains are left out. */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const word of typedWords(text)) {
    const lower = word.toLowerCase();
    if (!words.some((longer) => longer.toLowerCase().includes(lower))) words.push(word);
  }
  return words;
}

/** Whether a search has more than {@link SEARCH_WORDS_LIMIT} words. */
export function hasTooManyWords(text: string): boolean {
  return searchWords(text).length > SEARCH_WORDS_LIMIT;
}

/** Whether the server accepts a search. */
export function isSearchText(text: string): boolean {
  return text.length <= SEARCH_LIMIT && !hasTooManyWords(text);
}

/** A search that the server accepts, from a text of any length: what is beyond the limits is left out. */
export function shortenSearch(text: string): string {
  const start = text.slice(0, SEARCH_LIMIT);
  return isSearchText(start) ? start : searchWords(start).slice(0, SEARCH_WORDS_LIMIT).join(' ');
}

/** `57` and `#57` also mean the test with that id; null for any other text. */
export function searchedTestId(text: string): number | null {
  const digits = /^\s*#?0*([1-9]\d{0,9})\s*$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
