/** Formatting and comparing figures. */
import { expect, it } from 'vitest';
import {
  compareCounts,
  compareDelays,
  compareRates,
  countWords,
  delayWords,
  minutesWords,
} from './figure-words.ts';

it('ANALYTICS-10 shows the average delay in minutes, and a dash if there is none', () => {
  expect([0.0512, 3, 12.34, null, undefined, Number.NaN].map(minutesWords)).toEqual([
    '0.05 min',
    '3 min',
    '12.3 min',
    '–',
    '–',
    '–',
  ]);
});

it('ANALYTICS-11 shows a failed count as zero', () => {
  expect([12_345, undefined].map(countWords)).toEqual(['12,345', '0']);
});

it.each([
  [112, 100, 'up', '12% more', 'than'],
  [88, 100, 'down', '12% fewer', 'than'],
  [0, 4, 'down', '100% fewer', 'than'],
  [200, 100, 'up', '100% more', 'than'],
  [450, 100, 'up', '4.5 times', 'as many as'],
  [7, 7, 'same', 'the same', 'as'],
])('counts: %i after %i is %s, %s %s', (now, before, direction, words, than) => {
  expect(compareCounts(now, before)).toEqual({ direction, words, than, tone: 'neutral' });
});

it.each([
  [93.4, 91.3, { direction: 'up', words: '2.1 points higher', than: 'than', tone: 'better' }],
  [90, 91, { direction: 'down', words: '1 point lower', than: 'than', tone: 'worse' }],
  [50, 50, { direction: 'same', words: 'the same', than: 'as', tone: 'neutral' }],
])('rates: %d after %d', (now, before, comparison) => {
  expect(compareRates(now, before)).toEqual(comparison);
});

it('delays: lower is better', () => {
  expect(compareDelays(0.05, 0.1)).toEqual({
    direction: 'down',
    words: '3 s faster',
    than: 'than',
    tone: 'better',
  });
  expect(compareDelays(4.5, 1)).toEqual({
    direction: 'up',
    words: '3.5 min slower',
    than: 'than',
    tone: 'worse',
  });
  expect(compareDelays(4.54 / 60, 4.46 / 60)?.words).toBe('the same');
});

it('makes no comparison if either value is unknown, or the previous count is zero', () => {
  expect(compareCounts(5, 0)).toBeNull();
  expect(compareCounts(undefined, 5)).toBeNull();
  expect(compareRates(null, 90)).toBeNull();
  expect(compareRates(90, null)).toBeNull();
  expect(compareDelays(Number.NaN, 1)).toBeNull();
});

it('formats a delay below a minute in seconds', () => {
  expect([0.42, 59.4, 60, 754].map(delayWords)).toEqual(['0.4 s', '59.4 s', '1 min', '12.6 min']);
});
