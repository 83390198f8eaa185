/** Relative times in words. */
import { expect, it } from 'vitest';
import { counted } from './counted.ts';
import { relativeTime, relativeTimestamp } from './relative-time.ts';

const now = Date.UTC(2026, 10, 21, 18, 0, 0);

it.each([
  [0, 'just now'],
  [-5_000, 'just now'],
  [4_400, 'just now'],
  [12_000, '12 s ago'],
  [59_400, '59 s ago'],
  [60_000, '1 min ago'],
  [3_599_000, '59 min ago'],
  [7_200_000, '2 h ago'],
])('formats %i ms ago as "%s"', (ms, words) => {
  expect(relativeTime(now - ms, now)).toBe(words);
});

it('DATA-8 gives the date after a day, and N/A for none', () => {
  expect(relativeTimestamp('2026-11-21T09:30:00.000-08:00', now)).toBe('30 min ago');
  expect(relativeTimestamp('2026-11-20T09:30:00.000-08:00', now)).toBe('11/20/2026 09:30:00');
  expect(relativeTimestamp(null, now)).toBe('N/A');
});

it('counts in words', () => {
  expect([0, 1, 2, 1_200].map((count) => counted(count, 'office'))).toEqual([
    '0 offices',
    '1 office',
    '2 offices',
    '1,200 offices',
  ]);
});
