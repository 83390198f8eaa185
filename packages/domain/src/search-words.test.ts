/** The words of a search and its limits. */
import { expect, test } from 'vitest';
import { hasTooManyWords, isSearchText, searchWords, shortenSearch } from './search-words.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 10}x`);

test('OVERVIEW-2 a word counts once, also if another word contains it', () => {
  expect(searchWords('  Oak oaken  OAKEN street tram ')).toEqual(['street', 'oaken', 'tram']);
  expect(searchWords('')).toEqual([]);
  expect(hasTooManyWords('oak '.repeat(50))).toBe(false);
});

test('OVERVIEW-2 a search has at most ten words and 200 characters', () => {
  expect(isSearchText(numbers(10).join(' '))).toBe(true);
  expect(isSearchText(numbers(11).join(' '))).toBe(false);
  expect(isSearchText('x'.repeat(200))).toBe(true);
  expect(isSearchText('x'.repeat(201))).toBe(false);
});

test('OVERVIEW-2 a text that is too long is shortened to its first words', () => {
  expect(shortenSearch('(415) 555 0101')).toBe('(415) 555 0101');
  expect(shortenSearch(numbers(12).join(' '))).toBe(numbers(10).join(' '));
  expect(isSearchText(shortenSearch(numbers(100).join(' ')))).toBe(true);
});
