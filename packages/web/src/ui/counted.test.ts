/** Formatting counts. */
import { expect, it } from 'vitest';
import { counted, figure, percentWords } from './counted.ts';

it('formats a count as the browser would in English', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 10_000_000, -1, -999, -1_200]) {
    expect(figure(count)).toBe(count.toLocaleString('en-US'));
  }
});

it('counts one in the singular', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'test'))).toEqual(['0 tests', '1 test', '1,200 tests']);
});

it('formats rates with their decimal, and a dash for an unknown one', () => {
  expect([93.4, 100, 0, null, undefined].map(percentWords)).toEqual(['93.4%', '100%', '0%', '–', '–']);
});
