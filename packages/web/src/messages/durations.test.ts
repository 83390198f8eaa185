import type { Report } from '@textprobe/contract/messages';
import { expect, test } from 'vitest';
import { durationsByLog, formatSeconds, summariseDelays } from './durations.ts';

test('REPORT-8 a duration belongs to the log that the response names, whatever the rows’ order', () => {
  const report = { testDurationLogIDs: [12, 11, 10], testDurations: [0, 2.5, 4] } as unknown as Report;
  const durations = durationsByLog(report);
  expect([10, 11, 12].map((id) => formatSeconds(durations.get(id)))).toEqual(['4.0 s', '2.5 s', 'N/A']);
});

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

test('the median of an even number of delays lies between the middle two', () => {
  expect(summariseDelays([9, 1, 2, 4])).toEqual({ medianSeconds: 3, slowestSeconds: 9 });
  expect(summariseDelays([5])).toEqual({ medianSeconds: 5, slowestSeconds: 5 });
  expect(summariseDelays([])).toBeNull();
});
