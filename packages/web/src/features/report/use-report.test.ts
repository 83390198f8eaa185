import type { Report } from '@textprobe/contract/messages';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import { expect, test } from 'vitest';
import { confirmedLog, inTransitLog, receiptOnlyLog } from '../../testing/sample-logs.ts';
import { durationsByLog, progressOf } from './use-report.ts';

const progress = (testLogs: Report['testLogs'], inProgress = 0, testLogCount = testLogs.length) =>
  progressOf({ testLogs, testLogCount, rate: { inProgress } as Report['rate'] });

test('REPORT-3 a report is moving while any log is PENDING or SENT, even one that is not included', () => {
  expect(progress([confirmedLog(), inTransitLog()])).toBe('moving');
  expect(progress([confirmedLog()], 1, 2)).toBe('moving');
});

test('a receipt alone does not end a test while the handset may still confirm', () => {
  expect(progress([confirmedLog(), { ...receiptOnlyLog(), settled: false }], 1)).toBe('settling');
  expect(progress([confirmedLog(), receiptOnlyLog()])).toBe('ended');
});

test('a test without messages has not begun', () => {
  expect(progress([])).toBe('none');
});

test('REPORT-8 matches durations to logs by id, whatever the order of the rows', () => {
  const report = { testDurationLogIDs: [12, 11, 10], testDurations: [0, 2.5, 4] } as unknown as Report;
  const durations = durationsByLog(report);
  expect([10, 11, 12].map((id) => formatSeconds(durations.get(id)))).toEqual(['4.0 s', '2.5 s', 'N/A']);
});
