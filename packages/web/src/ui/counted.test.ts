/** Formatting counts and rates. */
import { expect, it } from 'vitest';
import { counted, percentWords } from './counted.ts';

it('counts one in the singular', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'test'))).toEqual(['0 tests', '1 test', '1,200 tests']);
});

it('formats rates with their decimal, and a dash for an unknown one', () => {
  expect([93.4, 100, 0, null, undefined].map(percentWords)).toEqual(['93.4%', '100%', '0%', '–', '–']);
});
