/** The order of executions. */
import { expect, test } from 'vitest';
import { at, confirmedLog } from '../../testing/sample-logs.ts';
import { type Execution, nextSorting, sortExecutions } from './execution-order.ts';

function execution(testLogID: number, changes: Partial<Execution> & { created?: string } = {}): Execution {
  const { created = '00.000', ...others } = changes;
  return {
    log: confirmedLog({ testLogID, creationTimestamp: at(created) }),
    office: 'Downtown',
    officePhone: '+1',
    phone: 'Ann',
    phoneNumber: '+2',
    seconds: 1,
    ...others,
  };
}
const ids = (executions: readonly Execution[]) => executions.map(({ log }) => log.testLogID);

test('REPORT-7 sorts executions newest first by creation, the higher id first among equals', () => {
  const rows = [execution(1), execution(3, { created: '05.000' }), execution(2)];
  expect(ids(sortExecutions(rows, null))).toEqual([3, 2, 1]);
});

test('missing values come last in either sort direction', () => {
  const rows = [
    execution(1, { seconds: undefined }),
    execution(2, { seconds: 9 }),
    execution(3, { seconds: 2 }),
  ];
  expect(ids(sortExecutions(rows, { key: 'delay', descending: false }))).toEqual([3, 2, 1]);
  expect(ids(sortExecutions(rows, { key: 'delay', descending: true }))).toEqual([2, 3, 1]);
});

test('names sort numerically: Office 2 before Office 10', () => {
  const rows = [execution(1, { office: 'Office 10' }), execution(2, { office: 'Office 2' })];
  expect(ids(sortExecutions(rows, { key: 'office', descending: false }))).toEqual([2, 1]);
});

test('pressing a header three times returns to newest first', () => {
  const once = nextSorting(null, 'carrier');
  const twice = nextSorting(once, 'carrier');
  expect([once, twice, nextSorting(twice, 'carrier')]).toEqual([
    { key: 'carrier', descending: false },
    { key: 'carrier', descending: true },
    null,
  ]);
  expect(nextSorting(twice, 'sent')).toEqual({ key: 'sent', descending: false });
});
