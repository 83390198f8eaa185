/** Searches a text by words, as the lists of tests, directory entries and handset keys do. */
import { searchWords } from '@textprobe/domain/search-words';
import { type RawBuilder, sql } from 'kysely';

/**
 * The condition that each word of a search occurs in a text. One expression, which computes the text once: with a condition for
 * each word, ten words in 10,000 offices took 66 ms instead of 10.
 * @param lower the text in lower case
 */
export function hasWords(lower: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const patterns = searchWords(search).map((word) => sql`lower(${`%${escapePattern(word)}%`})`);
  if (patterns.length === 0) return sql<boolean>`true`;
  return sql<boolean>`${lower} like all (array[${sql.join(patterns)}]::text[])`;
}

/** The condition that each word of the text occurs in one of the names. */
export function byWords(names: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return hasWords(sql`lower(concat_ws(' ', ${names}))`, text);
}

/** The word with its wildcards taken literally. */
function escapePattern(word: string): string {
  return word.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
