/** Combining logs with their tests. */
import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import { confirmedLog } from '../../report/testing/logs.ts';
import { enrichLogs } from './use-logs-page.ts';

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
