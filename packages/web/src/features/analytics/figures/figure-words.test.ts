/** Figures in words. */
import { expect, it } from 'vitest';
import { countWords, minutesWords, percentWords } from './figure-words.ts';

it('ANALYTICS-10 writes the average delay in minutes, a dash when it is no number', () => {
  expect([0.0512, 3, 12.34, null, undefined, Number.NaN].map(minutesWords)).toEqual([
    '0.05 min',
    '3 min',
    '12.3 min',
    '–',
    '–',
    '–',
  ]);
});

it('writes rates with the decimal they have, and a dash while none is known', () => {
  expect([93.4, 100, 0, null, undefined].map(percentWords)).toEqual(['93.4 %', '100 %', '0 %', '–', '–']);
});

it('ANALYTICS-11 writes a count that failed as zero', () => {
  expect([12_345, undefined].map(countWords)).toEqual(['12,345', '0']);
});
