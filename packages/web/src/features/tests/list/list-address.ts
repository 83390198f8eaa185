/** The list's filters and page as they stand in the URL (LIST-2, LIST-13), so that a list can be kept, shared and gone back to. */
import type { TESTS_PAGE_SIZE } from '@textprobe/contract/tests';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import type { TestFilters } from '../../../api/tests.ts';

/** Spelt out, so that the schemas (and zod with them) stay out of this screen; the compiler compares it (LIST-4). */
export const PAGE_SIZE: typeof TESTS_PAGE_SIZE = 10;

export type FilterName = 'partnerId' | 'clientId' | 'officeId' | 'executionStatus' | 'testType';
export const TEST_TYPES = ['SCHEDULED', 'IMMEDIATE', 'RECURRING'] as const;

/** Which filters a change of one takes with it (LIST-5). */
const DEPENDENTS: Partial<Record<FilterName, readonly FilterName[]>> = {
  partnerId: ['clientId', 'officeId'],
  clientId: ['officeId'],
};
const NAMES: readonly FilterName[] = ['partnerId', 'clientId', 'officeId', 'executionStatus', 'testType'];

export interface ListAddress {
  readonly filters: TestFilters;
  /** From 1. */
  readonly page: number;
}

/** Whatever the URL holds that is no filter value or no page counts as not there. */
export function readListAddress(search: URLSearchParams): ListAddress {
  return {
    filters: {
      partnerId: positive(search.get('partnerId')),
      clientId: positive(search.get('clientId')),
      officeId: positive(search.get('officeId')),
      executionStatus: oneOf(EXECUTION_STATUSES, search.get('executionStatus')),
      testType: oneOf(TEST_TYPES, search.get('testType')),
    },
    page: positive(search.get('page')) ?? 1,
  };
}

/** The URL with one filter changed (null: taken away): its dependents go, and the list is at page 1 again (LIST-4). */
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

export function withPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search);
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  return next;
}

export function hasFilters(filters: TestFilters): boolean {
  return NAMES.some((name) => filters[name] !== undefined);
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Case-insensitively (LIST-2). */
function oneOf<T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value === text?.toUpperCase());
}
