/** Existing tests as a CSV. */
import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import { copiedWords, csvOfTests, leftOutReason } from './copied-tests.ts';
import { readCsv } from './read-csv.ts';

const SMS = {
  messageType: 'SMS',
  testType: 'IMMEDIATE',
  messageBody: 'Hi',
  officeIDs: { officeIDs: [1, 2] },
  phoneIDs: { phoneIDs: [3] },
  scheduledTimestamp: null,
  pairs: null,
} as unknown as Test;

it('OVERVIEW-2 the CSV of tests is read back as it was, and takes nothing from the draft', () => {
  const bodies = ['Hi, "you"', 'Two\nlines', ' =1+1;2 ', 'message,office'];
  const tests = bodies.map((messageBody) => ({ ...SMS, messageBody }));
  const later = {
    ...SMS,
    testType: 'SCHEDULED',
    scheduledTimestamp: '2099-01-05T12:30:00.000-08:00',
  } as const;
  const { lines, warnings, fault } = readCsv(csvOfTests([...tests, later]));
  expect([warnings, fault]).toEqual([[], null]);
  expect(lines.map(({ message }) => message)).toEqual([...bodies, 'Hi']);
  expect(lines.map(({ office, phone, time }) => [office, phone, time])).toEqual([
    ...tests.map(() => ['1;2', '3', 'now']),
    ['1;2', '3', '2099-01-05 12:30'],
  ]);
});

it('OVERVIEW-2 names each test that the CSV cannot hold, with the reason', () => {
  const others: Test[] = [
    { ...SMS, messageType: 'MMS' },
    { ...SMS, testType: 'RECURRING' },
    { ...SMS, pairs: [{ officeID: 1, phoneID: 3 }] },
    { ...SMS, messageBody: ' ' },
  ];
  const reasons = others.map(leftOutReason);
  expect(reasons).not.toContain(null);
  expect(leftOutReason(SMS)).toBeNull();
  const leftOut = reasons.slice(0, 2).map((reason, index) => ({ testId: index + 7, reason: reason ?? '' }));
  expect(copiedWords(3, leftOut)).toBe(
    'Copied from 3 tests. Nothing is sent until you create them. Left out, because this screen cannot copy them: test 7 (an MMS) and test 8 (recurring).',
  );
  expect(copiedWords(0, leftOut.slice(0, 1))).toBe(
    'Nothing was copied. Left out, because this screen cannot copy it: test 7 (an MMS).',
  );
  expect(copiedWords(1, [])).toBe('Copied from 1 test. Nothing is sent until you create them.');
});
