/** Formatting figures. */
import { expect, it } from 'vitest';
import { countWords, minutesWords } from './figure-words.ts';

it('ANALYTICS-10 writes the average delay in minutes, and a dash for no number', () => {
  expect([0.0512, 3, 12.34, null, undefined, Number.NaN].map(minutesWords)).toEqual([
    '0.05 min',
    '3 min',
    '12.3 min',
    '–',
    '–',
    '–',
  ]);
});

it('ANALYTICS-11 writes a failed count as zero', () => {
  expect([12_345, undefined].map(countWords)).toEqual(['12,345', '0']);
});
