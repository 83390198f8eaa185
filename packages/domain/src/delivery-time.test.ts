import { expect, test } from 'vitest';
import { formatSeconds, summarizeDelays } from './delivery-time.ts';

test.each([
  [undefined, 'N/A'],
  [0, 'N/A'],
  [0.0004, '0.001 s'],
  [0.25, '0.25 s'],
  [4.24, '4.2 s'],
  [1234.5, '1,234.5 s'],
])('REPORT-8 a delivery time of %s seconds reads %s', (seconds, words) => {
  expect(formatSeconds(seconds)).toBe(words);
});

test('the median of an even number of delays is between the middle two', () => {
  expect(summarizeDelays([9, 1, 2, 4])).toEqual({ medianSeconds: 3, p95Seconds: null, slowestSeconds: 9 });
  expect(summarizeDelays([5])).toEqual({ medianSeconds: 5, p95Seconds: null, slowestSeconds: 5 });
  expect(summarizeDelays([])).toBeNull();
});

test.each([
  [19, null],
  [20, 19],
  [21, 20],
  [100, 95],
  [101, 96],
  [180, 171],
])(
  '95%% of %i delays from 1 s upwards are within %s s, by nearest rank, and unknown for fewer than 20',
  (many, within) => {
    const delays = Array.from({ length: many }, (_, index) => many - index);
    expect(summarizeDelays(delays)?.p95Seconds).toBe(within);
  },
);
