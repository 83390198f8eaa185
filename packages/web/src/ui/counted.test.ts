/** Counts as they are read. */
import { expect, it } from 'vitest';
import { counted, figure } from './counted.ts';

it('writes a count as the browser would in English', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 10_000_000, -1, -999, -1_200]) {
    expect(figure(count)).toBe(count.toLocaleString('en-US'));
  }
});

it('counts one in the singular', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'test'))).toEqual(['0 tests', '1 test', '1,200 tests']);
});
