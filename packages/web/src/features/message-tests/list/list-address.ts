/** The list's filters and page in the URL (LIST-2, LIST-13, OVERVIEW-2), so that a view can be bookmarked, shared and returned to. */
import type { TESTS_PAGE_SIZE } from '@textprobe/contract/tests';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { isSearchText } from '@textprobe/domain/search-words';
import type { TestFilters } from '../../../api/tests.ts';
import { dateOf } from '../../../ui/day-text.ts';

/** Repeated here, checked by the compiler, to keep the schemas and zod out of this screen (LIST-4). */
export const PAGE_SIZE: typeof TESTS_PAGE_SIZE = 10;

/** The longest carrier that the server accepts. */
const TEXT_LIMIT = 200;

export type FilterName = keyof TestFilters;
export const TEST_TYPES = ['SCHEDULED', 'IMMEDIATE', 'RECURRING'] as const;

/** The filters that a change of one clears (LIST-5). */
const DEPENDENTS: Partial<Record<FilterName, readonly FilterName[]>> = {
  partnerId: ['clientId', 'officeId'],
  clientId: ['officeId'],
};
/** The filters behind More filters. */
const MORE_NAMES = ['carrier', 'from', 'to'] as const;

/** How each filter is read; undefined for what the server would refuse. */
const READERS: { readonly [Name in FilterName]-?: (text: string) => TestFilters[Name] } = {
  text: (text) => (text.trim() !== '' && isSearchText(text) ? text : undefined),
  partnerId: positive,
  clientId: positive,
  officeId: positive,
  // Case-insensitively (LIST-2).
  executionStatus: (text) => EXECUTION_STATUSES.find((value) => value === text.toUpperCase()),
  testType: (text) => TEST_TYPES.find((value) => value === text.toUpperCase()),
  carrier: (text) => (text.trim() !== '' && text.length <= TEXT_LIMIT ? text : undefined),
  from: dateOf,
  to: dateOf,
};
const NAMES = Object.keys(READERS) as FilterName[];

/** Ignores any value in the URL that is not a valid filter or page. @returns the filters, and the page from 1 */
export function readListAddress(search: URLSearchParams): {
  readonly filters: TestFilters;
  readonly page: number;
} {
  return {
    filters: Object.fromEntries(NAMES.map((name) => [name, READERS[name](search.get(name) ?? '')])),
    page: positive(search.get('page') ?? '') ?? 1,
  };
}

/** The URL with one filter changed (null removes it): clears its dependents and returns to page 1 (LIST-4). */
export function withFilter(search: URLSearchParams, name: FilterName, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const gone of ['page', ...(DEPENDENTS[name] ?? [])]) next.delete(gone);
  if (value === null || value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of [...NAMES, 'page']) next.delete(name);
  return next;
}

/** The filters as a query, always in the same order; empty if none is set. */
export function filtersQuery(filters: TestFilters): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (filters[name] !== undefined) query.set(name, String(filters[name]));
  return query.toString();
}

export function withPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search);
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  return next;
}

export function hasFilters(filters: TestFilters): boolean {
  return NAMES.some((name) => filters[name] !== undefined);
}

/** How many of the filters behind More filters are set. */
export function moreFilters(filters: TestFilters): number {
  return MORE_NAMES.filter((name) => filters[name] !== undefined).length;
}

/** Whether any filter is set other than the five of LIST-2: text, carrier or dates. */
export function isSearch(filters: TestFilters): boolean {
  return filters.text !== undefined || moreFilters(filters) > 0;
}

/** No test can match such dates, and the server refuses them. */
export function isBackwards({ from, to }: TestFilters): boolean {
  return from !== undefined && to !== undefined && to < from;
}

function positive(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
