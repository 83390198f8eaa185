/** Counts as they are read. */
import { expect, it } from 'vitest';
import { counted, figure, percentWords } from './counted.ts';

it('writes a count as the browser would in English', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 10_000_000, -1, -999, -1_200]) {
    expect(figure(count)).toBe(count.toLocaleString('en-US'));
  }
});

it('counts one in the singular', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'test'))).toEqual(['0 tests', '1 test', '1,200 tests']);
});

it('writes rates with the decimal they have, and a dash while none is known', () => {
  expect([93.4, 100, 0, null, undefined].map(percentWords)).toEqual(['93.4%', '100%', '0%', '–', '–']);
});
