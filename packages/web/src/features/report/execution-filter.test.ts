/** The search of a report. */
import { expect, test } from 'vitest';
import { confirmedLog } from '../../testing/sample-logs.ts';
import { filterExecutions, filterWords, noneWords } from './execution-filter.ts';
import type { Execution } from './execution-order.ts';
import { NO_FILTERS, REPORT_ADDRESS } from './report-address.ts';

const oakland: Execution = {
  log: confirmedLog({ testLogID: 1 }),
  office: 'Oakland',
  officePhone: '+15105550101',
  phone: 'Avery',
  phoneNumber: '+12135550181',
  seconds: 1,
};
const reno: Execution = {
  ...oakland,
  log: confirmedLog({ testLogID: 2, carrier: 'T-Mobile', verdict: 'lost', reception: null }),
  office: 'Reno',
  phone: 'Blake',
  phoneNumber: '+17755550122',
};
const address = REPORT_ADDRESS.read(new URLSearchParams());

function found(search: string, filters = {}): number[] {
  return filterExecutions([oakland, reno], { ...address, ...filters, search }).map(
    ({ log }) => log.testLogID,
  );
}

test('REPORT-7 the search matches every word, case-insensitive, in office, phone, carrier, verdict, number or text', () => {
  expect(found('')).toEqual([1, 2]);
  expect(found('AVERY oakland')).toEqual([1]);
  expect(found('avery reno')).toEqual([]);
  expect(found('lost')).toEqual([2]);
  expect(found('t-mobile')).toEqual([2]);
  expect(found('hello ann')).toEqual([1, 2]);
  expect(found('(775) 555-0122')).toEqual([2]);
  expect(found('+1-510')).toEqual([1, 2]);
});

test('EVIDENCE-4 the search applies with the filters, and both are named', () => {
  expect(found('0101', { verdict: 'lost' })).toEqual([2]);
  expect(found('oakland', { verdict: 'lost' })).toEqual([]);
  const all = { ...address, ...NO_FILTERS };
  expect(filterWords({ ...all, verdict: 'lost', search: 'avery' })).toBe('verdict: lost, search: avery');
  expect(noneWords({ ...all, search: 'avery' })).toBe('No messages match “search: avery”.');
});
