/** The texts of the list's cells, and when it refreshes. */
import { expect, it } from 'vitest';
import { pageCount } from '../../../ui/pages.tsx';
import { mayChange, outcomeWords, recurrenceWords, refusal, runsInWords, shortList } from './test-words.ts';

it('EVIDENCE-6 counts the last runs by status', () => {
  const runs = (['FAILED', 'DELIVERED', 'DELIVERED', 'MISSED'] as const).map((status, index) => ({
    runId: 9 - index,
    status,
  }));
  expect(runsInWords(runs)).toBe('Last 4 runs: 1 Failed, 2 Delivered, 1 Missed');
  expect(runsInWords(runs.slice(1, 2))).toBe('Last run: 1 Delivered');
});

it("LIST-3 says 'Recurrence: Active' while occurrences remain, else N/A", () => {
  expect(recurrenceWords({ recurrenceActive: true })).toBe('Recurrence: Active');
  expect(recurrenceWords({ recurrenceActive: false })).toBe('N/A');
});

it('EVIDENCE-1 says how many of the latest run arrived, and arrived unaltered where that differs', () => {
  const run = { runId: 1, messages: 162, received: 154, known: 160, unaltered: 150, compared: 152 };
  expect(outcomeWords(run)).toBe('154 of 162 received, 150 of 152 unaltered');
  expect(outcomeWords({ ...run, unaltered: 154, compared: 154 })).toBe('154 of 162 received');
  expect(outcomeWords({ ...run, unaltered: 0, compared: 0 })).toBe('154 of 162 received');
});

it('names the first of several and counts the rest', () => {
  expect(shortList(['A', 'B', 'C'])).toEqual({ short: 'A +2', all: 'A, B, C' });
  expect(shortList(['A'])).toEqual({ short: 'A', all: 'A' });
  expect(shortList(['A', 'B'], 1_200)).toEqual({ short: 'A +1,199', all: 'A, B and 1,198 more' });
  expect(shortList([])).toEqual({ short: 'N/A', all: '' });
});

it('LIST-8 refuses update and delete of a test that is not UNEXECUTED, in these words', () => {
  expect(refusal('update', 'EXECUTING')).toBe(
    'Cannot update test. Test has execution status: EXECUTING. Only unexecuted tests can be updated.',
  );
  expect(refusal('delete', 'DELIVERED')).toBe(
    'Cannot delete test. Test has execution status: DELIVERED. Only unexecuted tests can be deleted.',
  );
  expect(refusal('delete', 'UNEXECUTED')).toBeNull();
});

it('LIST-12 counts a test without a status as UNEXECUTED', () => {
  expect(refusal('update', null)).toBeNull();
  expect(refusal('update', undefined)).toBeNull();
});

it('LIST-11 refreshes while a test is executing, scheduled or recurring', () => {
  expect(mayChange({ executionStatus: 'EXECUTING', testType: 'IMMEDIATE' })).toBe(true);
  expect(mayChange({ executionStatus: 'UNEXECUTED', testType: 'SCHEDULED' })).toBe(true);
  expect(mayChange({ executionStatus: 'DELIVERED', testType: 'RECURRING' })).toBe(true);
  expect(mayChange({ executionStatus: 'DELIVERED', testType: 'IMMEDIATE' })).toBe(false);
});

it('LIST-4 has ten tests per page, and at least one page', () => {
  expect([0, 1, 10, 11, 100_000].map((total) => pageCount(total, 10))).toEqual([1, 1, 1, 2, 10_000]);
});
