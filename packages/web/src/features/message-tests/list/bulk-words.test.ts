/** To which of the selected tests each action applies, and how it says so. */
import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import { HttpError } from '../../../api/http.ts';
import { bulkActions, doneWords, failureWords } from './bulk-words.ts';
import { namedTest } from './test-words.ts';

const PLANNED = {
  messageType: 'SMS',
  testType: 'SCHEDULED',
  messageBody: 'Hi there',
  executionStatus: 'UNEXECUTED',
  recurrenceActive: false,
  pairs: null,
  latestRun: null,
} as unknown as Test;
const RUN = { ...PLANNED, executionStatus: 'DELIVERED', latestRun: { runId: 1 } } as unknown as Test;
const RECURRING = { ...PLANNED, testType: 'RECURRING', recurrenceActive: true } as unknown as Test;

it('OVERVIEW-2 an action that applies to some of the tests says to how many, and why not to the others', () => {
  const actions = bulkActions([PLANNED, RUN, RECURRING]);
  expect(Object.values(actions).map(({ label, tip }) => `${label}: ${tip}`)).toEqual([
    'Duplicate 2 of 3: 1 is MMS, recurring, without a text, or for chosen pairs',
    'Export 1 of 3: 2 have not run yet',
    'Stop recurrence of 1 of 3: 2 have no active recurrence',
    'Delete 2 of 3: 1 has already run',
  ]);
  expect(actions.delete.tests).toEqual([PLANNED, RECURRING]);
  expect(actions.stop.tests).toEqual([RECURRING]);
});

it('OVERVIEW-2 an action that applies to none says why, and one for all says nothing', () => {
  const { delete: remove, stop, duplicate, export: exported } = bulkActions([RUN, RUN]);
  expect(remove.refusal).toContain('all of them have already run');
  expect(stop.refusal).toContain('none of the selected tests has an active recurrence');
  expect([duplicate.refusal, exported.refusal, exported.label]).toEqual([null, null, 'Export']);
  expect(bulkActions([RUN]).delete.refusal).toBe(
    'Cannot delete test. Test has execution status: DELIVERED. Only unexecuted tests can be deleted.',
  );
  expect(bulkActions([PLANNED]).export.refusal).toContain('none of the selected tests has run yet');
  expect(bulkActions([RECURRING, RECURRING]).duplicate.refusal).toContain('one at a time');
  // A single test of any kind opens Create Test.
  expect(bulkActions([RECURRING]).duplicate).toMatchObject({ label: 'Duplicate', refusal: null });
  expect(bulkActions(Array.from({ length: 212 }, () => RUN)).export.refusal).toBe(
    'The limit is 200 tests at once. Deselect 12.',
  );
});

it('OVERVIEW-2 says what was done, and names each test that failed with the reason', () => {
  expect(doneWords('deleted', 2)).toBe('2 tests deleted.');
  expect(doneWords('stopped', 1)).toBe('1 recurrence stopped.');
  const error = new HttpError(409, JSON.stringify({ detail: 'It has run.' }));
  const failures = Array.from({ length: 7 }, (_, index) => ({
    test: { ...PLANNED, testId: index + 1 },
    error: index === 1 ? new TypeError('fetch failed') : error,
  }));
  expect(failureWords('deleted', failures.slice(0, 2))).toBe(
    'Failed to delete test 1 “Hi there”. It has run. Failed to delete test 2 “Hi there”. The server could not be reached. Check the connection.',
  );
  expect(failureWords('stopped', failures)).toMatch(
    /^Failed to stop the recurrence of test 1 .* 2 more tests also failed\.$/,
  );
});

it('LIST-9 names a test by its number and the beginning of its text', () => {
  expect(namedTest({ testId: 7, messageBody: ' Hi\n there ' })).toBe('test 7 “Hi there”');
  expect(namedTest({ testId: 7, messageBody: '' })).toBe('test 7');
  expect(namedTest({ testId: 7, messageBody: '👋'.repeat(61) })).toBe(`test 7 “${'👋'.repeat(60)}…”`);
});
