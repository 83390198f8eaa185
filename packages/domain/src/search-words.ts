/** A search: its words, and the test whose id it may name (OVERVIEW-2). Shared by API, queries and console. */

/** The maximum length of a search, in characters. */
export const SEARCH_LIMIT = 200;
/** The maximum number of words: every test is searched for each. */
export const SEARCH_WORDS_LIMIT = 10;

/** The words of a search, without duplicates; a message must contain each of them. */
export function searchWords(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((word) => word !== ''))];
}

/** `57` and `#57` also mean the test with that id; null for any other text. */
export function searchedTestId(text: string): number | null {
  const digits = /^\s*#?0*([1-9]\d{0,9})\s*$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
