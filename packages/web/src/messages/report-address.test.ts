import { expect, test } from 'vitest';
import { readReportAddress, readTestId, withSorting, withVerdict } from './report-address.ts';

test('verdict and sorting survive the way through the address', () => {
  const sorting = { key: 'delay', descending: true } as const;
  const search = withSorting(withVerdict(new URLSearchParams('keep=1'), 'receipt only'), sorting);
  expect(readReportAddress(search)).toEqual({ verdict: 'receipt only', sorting });
  expect(search.get('keep')).toBe('1');
  expect(withSorting(withVerdict(search, null), null).toString()).toBe('keep=1');
});

test('an address that nobody of us wrote shows everything, newest first', () => {
  const search = new URLSearchParams('verdict=nonsense&sort=__proto__&order=desc');
  expect(readReportAddress(search)).toEqual({ verdict: null, sorting: null });
});

test.each([
  ['41', 41],
  ['0', null],
  ['1e3', null],
  ['-1', null],
  [undefined, null],
  ['99999999999', null],
])('the path’s %s is test id %s', (text, id) => {
  expect(readTestId(text)).toBe(id);
});
