/**
 * The state of the analytics screen in the URL: the tab, the filters that both tabs share, and the page of logs (ANALYTICS-4, 5); also the
 * links from here to the list of tests.
 */
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { dateOf } from '../../../ui/day-text.ts';
import { FILTER_NAMES, FILTER_OPTIONS, type FilterName } from './filter-words.ts';

export type AnalyticsTab = 'logs' | 'trend';

/** The cursor is the start of the page of logs; null is the newest. Ignores invalid values, and reads words case-insensitively (ANALYTICS-6). */
export function readAnalyticsAddress(search: URLSearchParams) {
  const filters = FILTER_NAMES.map((name) => [name, readFilter(name, search.get(name))]);
  return {
    tab: (search.get('tab') === 'trend' ? 'trend' : 'logs') satisfies AnalyticsTab,
    filters: Object.fromEntries(filters) as AnalyticsFilters,
    cursor: search.get('cursor'),
  };
}

function readFilter(name: FilterName, text: string | null): string | undefined {
  if (text === null) return undefined;
  if (name === 'startDate' || name === 'endDate') return dateOf(text);
  if (name === 'partnerId') return /^[1-9]\d{0,8}$/.test(text) ? text : undefined;
  // Limited to the server's maximum length.
  if (name === 'carrier') return text.trim() !== '' && text.length <= 200 ? text : undefined;
  return FILTER_OPTIONS[name].find(({ value }) => value.toLowerCase() === text.toLowerCase())?.value;
}

/** A copy with some values changed; null removes one. */
function withValues(
  search: URLSearchParams,
  changes: Readonly<Record<string, string | null | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** New values of some filters; null removes one. */
export type FilterChanges = Partial<Record<FilterName, string | null>>;

/** Returns to the newest logs; the tab stays. */
export function withFilters(search: URLSearchParams, changes: FilterChanges): URLSearchParams {
  return withValues(search, { ...changes, cursor: null });
}

export function withoutFilters(search: URLSearchParams): URLSearchParams {
  return withFilters(search, Object.fromEntries(FILTER_NAMES.map((name) => [name, null])));
}

export function withTab(search: URLSearchParams, tab: AnalyticsTab): URLSearchParams {
  return withValues(search, { tab: tab === 'logs' ? null : tab });
}

export function withCursor(search: URLSearchParams, cursor: string | null): URLSearchParams {
  return withValues(search, { cursor });
}

/** The filters that are set, in order. */
export function activeFilters(filters: AnalyticsFilters): FilterName[] {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined);
}

/** The list of tests of a status, with the same test type and dates; it has no filter for message types. */
export function testsAddress(
  executionStatus: ExecutionStatus,
  { testType, startDate: from, endDate: to }: AnalyticsFilters,
): string {
  return `/tests?${withValues(new URLSearchParams({ executionStatus }), { testType, from, to })}`;
}
