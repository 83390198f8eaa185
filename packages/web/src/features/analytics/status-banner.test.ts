/** The texts of the banner. */
import { expect, it } from 'vitest';
import { type LogsState, statusMessage } from './status-banner.tsx';

const loaded: LogsState = {
  isPending: false,
  isOutdated: false,
  isFetching: false,
  isRequested: false,
  isError: false,
  isFiltered: false,
  total: 18,
  received: 11,
};

it.each<[string | null, Partial<LogsState>]>([
  ['Successfully loaded 18 logs with 11 received', {}],
  ['Successfully loaded 12,345 logs with 0 received', { total: 12_345, received: 0, isFiltered: true }],
  ['No logs found', { total: 0, received: 0 }],
  ['No logs match the current filters', { total: 0, received: 0, isFiltered: true }],
  ['Loading reports...', { isPending: true, isFetching: true }],
  ['Loading logs...', { isFetching: true, isOutdated: true }],
  ['Refreshing...', { isFetching: true, isRequested: true }],
  ['Refreshing data...', { isFetching: true }],
  [null, { isError: true }],
])('ANALYTICS-2 says %j', (words, state) => {
  expect(statusMessage({ ...loaded, ...state })).toBe(words);
});
