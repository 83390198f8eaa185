import type { Report } from '@textprobe/contract/messages';
import { expect, test } from 'vitest';
import { confirmedLog, inTransitLog, receiptOnlyLog } from './testing/logs.ts';
import { progressOf } from './use-report.ts';

const progress = (testLogs: Report['testLogs'], inProgress = 0, testLogCount = testLogs.length) =>
  progressOf({ testLogs, testLogCount, rate: { inProgress } as Report['rate'] });

test('REPORT-3 a report moves while any log is PENDING or SENT, also one beyond those shown', () => {
  expect(progress([confirmedLog(), inTransitLog()])).toBe('moving');
  expect(progress([confirmedLog()], 1, 2)).toBe('moving');
});

test('a receipt alone is no end while the handset may still confirm', () => {
  expect(progress([confirmedLog(), { ...receiptOnlyLog(), settled: false }], 1)).toBe('settling');
  expect(progress([confirmedLog(), receiptOnlyLog()])).toBe('ended');
});

test('a test without messages has not begun', () => {
  expect(progress([])).toBe('none');
});
