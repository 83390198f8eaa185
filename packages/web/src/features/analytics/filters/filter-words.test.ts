/** Labels of filters. */
import { expect, it } from 'vitest';
import { filterValue, namesInWords, testFiguresNote } from './filter-words.ts';

it('writes the value of each filter', () => {
  const filters = {
    startDate: '2026-11-01',
    status: 'unknown',
    finding: 'equivalent',
    fileFinding: 'missing',
    testType: 'RECURRING',
  } as const;
  expect(
    (['startDate', 'status', 'finding', 'fileFinding', 'testType'] as const).map((name) =>
      filterValue(filters, name),
    ),
  ).toEqual(['11/01/2026', 'Unknown', 'Text looks the same', 'Files missing', 'Recurring']);
});

it('lists names as a sentence does', () => {
  expect(namesInWords(['startDate'])).toBe('Start Date');
  expect(namesInWords(['startDate', 'carrier'])).toBe('Start Date and Carrier');
  expect(namesInWords(['startDate', 'status', 'carrier'])).toBe('Start Date, Status and Carrier');
});

const FILTERS = {
  startDate: '2026-11-01',
  status: 'sent',
  carrier: 'Verizon',
  finding: 'truncated',
  messageType: 'SMS',
  testType: 'RECURRING',
} as const;

it('says that compared tests count by their creation date', () => {
  expect(testFiguresNote({}, true)).toBe('Last 7 days, by creation date');
  expect(testFiguresNote({ startDate: '2026-11-01' }, true)).toBe('By creation date');
  expect(testFiguresNote({})).toBe('');
});

it('says how filters apply to figures of tests', () => {
  expect(testFiguresNote({ messageType: 'MMS' })).toBe('');
  expect(testFiguresNote({ endDate: '2026-11-01' })).toBe('By creation date');
  expect(testFiguresNote({ status: 'sent' })).toBe('Status applies to messages only');
  expect(testFiguresNote(FILTERS)).toBe(
    'By creation date. Status, Carrier and Finding apply to messages only',
  );
});
