/** Combining logs with their tests, and when the screen refreshes automatically. */
import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import { at, confirmedLog } from '../../../testing/sample-logs.ts';
import { enrichLogs, isRecent } from './use-logs-page.ts';

const test7 = { testId: 7, messageBody: 'Hello', messageType: 'SMS', testType: 'SCHEDULED' } as Test;

it('ANALYTICS-7 takes body and types from the log, else from its test, else N/A', () => {
  const own = { ...confirmedLog(), messageBody: '', messageType: 'MMS', testType: 'RECURRING' } as const;
  const logs = enrichLogs([own, confirmedLog(), confirmedLog({ testID: 8 })], [test7]);
  expect(logs.map(({ messageBody, messageType, testType }) => [messageBody, messageType, testType])).toEqual([
    ['', 'MMS', 'RECURRING'],
    ['Hello', 'SMS', 'SCHEDULED'],
    ['N/A', 'N/A', 'N/A'],
  ]);
});

const created = Date.UTC(2026, 10, 21, 20, 0, 0);
const log = { creationTimestamp: at('00.000') };

it.each([
  [log, created, true],
  [log, created + 3_600_000, true],
  [log, created + 3_600_001, false],
  [{ creationTimestamp: null }, created, false],
  [{ creationTimestamp: 'yesterday' }, created, false],
  [null, created, false],
])('ANALYTICS-8 %j at %i: %s', (one, now, recent) => {
  expect(isRecent(one, now)).toBe(recent);
});
