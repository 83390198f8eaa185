/** What filters mean to figures of tests. */
import { expect, it } from 'vitest';
import { ignoredByTests } from './figure-filters.ts';
import { noteWords } from './test-figures-note.tsx';

const filters = {
  startDate: '2026-11-01',
  status: 'sent',
  carrier: 'Verizon',
  finding: 'truncated',
  messageType: 'SMS',
  testType: 'RECURRING',
} as const;

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
