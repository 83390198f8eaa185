import { expect, test } from 'vitest';
import { matchesTag } from './entity-tags.ts';

test.each([
  ['"a"', true, true],
  ['*', true, true],
  [' * ', true, true],
  ['"b", "a"', true, true],
  ['"b" ,, "a" , "c"', true, true],
  ['"b,c","a"', true, true],
  ['W/"a"', false, true],
  ['W/"a", "b"', false, true],
  ['W/"a", "a"', true, true],
  ['"b"', false, false],
  ['"a,b"', false, false],
  ['"A"', false, false],
  ['"a" "a"', false, false],
  ['a', false, false],
  ['w/"a"', false, false],
  ['"*"', false, false],
  ['', false, false],
])('DIR-2 of the tags %s, "a" matches: strongly %s, weakly %s', (header, strongly, weakly) => {
  expect(matchesTag(header, '"a"', 'strong')).toBe(strongly);
  expect(matchesTag(header, '"a"', 'weak')).toBe(weakly);
});
