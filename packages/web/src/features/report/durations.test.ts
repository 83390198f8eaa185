import type { Report } from '@textprobe/contract/messages';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import { expect, test } from 'vitest';
import { durationsByLog } from './durations.ts';

test('REPORT-8 a duration belongs to the log that the response names, whatever the rows’ order', () => {
  const report = { testDurationLogIDs: [12, 11, 10], testDurations: [0, 2.5, 4] } as unknown as Report;
  const durations = durationsByLog(report);
  expect([10, 11, 12].map((id) => formatSeconds(durations.get(id)))).toEqual(['4.0 s', '2.5 s', 'N/A']);
});
