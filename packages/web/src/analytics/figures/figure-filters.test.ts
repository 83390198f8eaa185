/** What each figure is asked with. */
import { expect, it } from 'vitest';
import { filtersFor, ignoredByTests } from './figure-filters.ts';

const filters = {
  startDate: '2026-11-01',
  status: 'sent',
  carrier: 'Verizon',
  messageType: 'SMS',
  testType: 'RECURRING',
} as const;

it('CALL-18 sends figures of messages every filter, those of tests the types alone', () => {
  expect(filtersFor('deliveryRate', filters)).toBe(filters);
  expect(filtersFor('executionSuccessRate', filters)).toEqual({ messageType: 'SMS', testType: 'RECURRING' });
});

it('names what figures of tests leave aside', () => {
  expect(ignoredByTests(filters)).toEqual(['startDate', 'status', 'carrier']);
  expect(ignoredByTests({ messageType: 'MMS' })).toEqual([]);
});
