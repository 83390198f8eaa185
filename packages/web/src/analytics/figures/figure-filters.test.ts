/** What each figure is asked with. */
import { expect, it } from 'vitest';
import { filtersFor, ignoredByTests } from './figure-filters.ts';
import { noteWords } from './test-figures-note.tsx';

const filters = {
  startDate: '2026-11-01',
  status: 'sent',
  carrier: 'Verizon',
  finding: 'truncated',
  messageType: 'SMS',
  testType: 'RECURRING',
} as const;

it('CALL-18 sends figures of messages every filter, those of tests the types and dates', () => {
  expect(filtersFor('deliveryRate', filters)).toBe(filters);
  expect(filtersFor('executionSuccessRate', filters)).toEqual({
    startDate: '2026-11-01',
    endDate: undefined,
    messageType: 'SMS',
    testType: 'RECURRING',
  });
});

it('names what figures of tests leave aside', () => {
  expect(ignoredByTests(filters)).toEqual(['status', 'carrier', 'finding']);
  expect(ignoredByTests({ messageType: 'MMS' })).toEqual([]);
});

it('says what filters mean to figures of tests', () => {
  expect(noteWords({ messageType: 'MMS' })).toBeNull();
  expect(noteWords({ endDate: '2026-11-01' })).toBe('By the day they were made');
  expect(noteWords({ status: 'sent' })).toBe('Status filters messages only');
  expect(noteWords(filters)).toBe(
    'By the day they were made. Status, Carrier and Finding filter messages only',
  );
});
