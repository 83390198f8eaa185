/** The list's filters and page in the URL (LIST-2, LIST-13, OVERVIEW-2), so that a view can be bookmarked, shared and returned to. */
import type { TESTS_PAGE_SIZE } from '@textprobe/contract/tests';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { isSearchText } from '@textprobe/domain/search-words';
import type { TestFilters } from '../../../api/tests.ts';
import { dateOf } from '../../../ui/day-text.ts';

/** Repeated here, checked by the compiler, to keep the schemas and zod out of this screen (LIST-4). */
export const PAGE_SIZE: typeof TESTS_PAGE_SIZE = 10;

/** The longest search or carrier that the server accepts. */
export const TEXT_LIMIT = 200;

export type FilterName = keyof TestFilters;
export const TEST_TYPES = ['SCHEDULED', 'IMMEDIATE', 'RECURRING'] as const;

/** The filters that a change of one clears (LIST-5). */
const DEPENDENTS: Partial<Record<FilterName, readonly FilterName[]>> = {
  partnerId: ['clientId', 'officeId'],
  clientId: ['officeId'],
};
/** The filters behind More filters. */
const MORE_NAMES: readonly FilterName[] = ['carrier', 'from', 'to'];
const NAMES: readonly FilterName[] = [
  'text',
  'partnerId',
  'clientId',
  'officeId',
  'executionStatus',
  'testType',
  ...MORE_NAMES,
];

export interface ListAddress {
  readonly filters: TestFilters;
  /** From 1. */
  readonly page: number;
}

/** Ignores any value in the URL that is not a valid filter or page. */
export function readListAddress(search: URLSearchParams): ListAddress {
  return {
    filters: {
      partnerId: positive(search.get('partnerId')),
      clientId: positive(search.get('clientId')),
      officeId: positive(search.get('officeId')),
      executionStatus: oneOf(EXECUTION_STATUSES, search.get('executionStatus')),
      testType: oneOf(TEST_TYPES, search.get('testType')),
      text: searchOf(search.get('text')),
      carrier: textOf(search.get('carrier')),
      from: dateOf(search.get('from')),
      to: dateOf(search.get('to')),
    },
    page: positive(search.get('page')) ?? 1,
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

function textOf(text: string | null): string | undefined {
  return text !== null && text.trim() !== '' && text.length <= TEXT_LIMIT ? text : undefined;
}

function searchOf(text: string | null): string | undefined {
  return text !== null && text.trim() !== '' && isSearchText(text) ? text : undefined;
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Case-insensitively (LIST-2). */
function oneOf<T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value === text?.toUpperCase());
}
