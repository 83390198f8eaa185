/** The note beside figures of tests. */
import { expect, it } from 'vitest';
import { noteWords } from './test-figures-note.tsx';

const filters = {
  startDate: '2026-11-01',
  status: 'sent',
  carrier: 'Verizon',
  finding: 'truncated',
  messageType: 'SMS',
  testType: 'RECURRING',
} as const;

it('says that compared tests count by their creation date', () => {
  expect(noteWords({}, true)).toBe('Last 7 days, by creation date');
  expect(noteWords({ startDate: '2026-11-01' }, true)).toBe('By creation date');
  expect(noteWords({})).toBeNull();
});

it('says how filters apply to figures of tests', () => {
  expect(noteWords({ messageType: 'MMS' })).toBeNull();
  expect(noteWords({ endDate: '2026-11-01' })).toBe('By creation date');
  expect(noteWords({ status: 'sent' })).toBe('Status applies to messages only');
  expect(noteWords(filters)).toBe('By creation date. Status, Carrier and Finding apply to messages only');
});
