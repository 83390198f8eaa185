/** The report's state in the URL. */
import { expect, test } from 'vitest';
import { NO_FILTERS, REPORT_ADDRESS, readTestId } from './report-address.ts';

const { read, change } = REPORT_ADDRESS;

test('EVIDENCE-4 run, verdict, carrier, finding, files, search, sorting and page survive a round trip through the URL', () => {
  const address = {
    runId: 9,
    verdict: 'receipt only',
    carrier: 'AT&T',
    finding: 'sender changed',
    files: 'missing',
    search: 'avery 0181',
    sorting: { key: 'delay', descending: true },
    page: 3,
    logId: 40_000_000_041,
  } as const;
  const search = change(new URLSearchParams('keep=1'), address);
  expect(read(search)).toEqual(address);
  expect(search.get('keep')).toBe('1');
  const nothing = { runId: null, ...NO_FILTERS, sorting: null };
  expect(change(search, nothing).toString()).toBe('keep=1');
});

test('another run, verdict or order starts at the first page; another page keeps them', () => {
  const search = new URLSearchParams('run=9&verdict=lost&page=3');
  expect(change(search, { verdict: null }).toString()).toBe('run=9');
  expect(change(search, { page: 4 }).toString()).toBe('run=9&verdict=lost&page=4');
});

test('EVIDENCE-5 opening a message keeps page and filters; another page, filter or order leaves the message', () => {
  const search = change(new URLSearchParams('verdict=lost&page=3'), { logId: 41, page: 3 });
  expect(search.toString()).toBe('verdict=lost&page=3&log=41');
  expect(change(search, { logId: null, page: 3 }).toString()).toBe('verdict=lost&page=3');
  expect(change(search, { page: 4 }).toString()).toBe('verdict=lost&page=4');
  expect(change(search, { verdict: null }).toString()).toBe('');
  expect(change(search, { verdict: null, logId: 41 }).toString()).toBe('log=41');
});

test('an invalid URL shows everything, newest first', () => {
  const search = new URLSearchParams(
    'run=x&verdict=nonsense&finding=none&files=none&sort=__proto__&order=desc&page=-2&log=0x29',
  );
  expect(read(search)).toEqual({
    runId: null,
    ...NO_FILTERS,
    sorting: null,
    page: 1,
    logId: null,
  });
});

test.each([
  ['41', 41],
  ['0', null],
  ['1e3', null],
  ['-1', null],
  [null, null],
  ['99999999999', null],
])('reads %s in the path as test id %s', (text, id) => {
  expect(readTestId(text)).toBe(id);
});
