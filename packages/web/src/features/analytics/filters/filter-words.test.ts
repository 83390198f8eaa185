/** Labels of filters. */
import { expect, it } from 'vitest';
import { filterValue, namesInWords } from './filter-words.ts';

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
