/** The list's filters and page in the URL (LIST-2, LIST-13, OVERVIEW-2), so that a view can be bookmarked, shared and returned to. */
import type { TESTS_PAGE_SIZE } from '@textprobe/contract/tests';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import type { TestFilters } from '../../../api/tests.ts';
import { addressCodec, oneOf, page, positive, searchText, shortText } from '../../../ui/address-values.ts';
import { dateOf } from '../../../ui/day-text.ts';

/** Repeated here, checked by the compiler, to keep the schemas and zod out of this screen (LIST-4). */
export const PAGE_SIZE: typeof TESTS_PAGE_SIZE = 10;

export type FilterName = keyof TestFilters;
export const TEST_TYPES = ['SCHEDULED', 'IMMEDIATE', 'RECURRING'] as const;

/** What the server would refuse counts as absent; any other filter returns to page 1 (LIST-4). */
export const LIST_ADDRESS = addressCodec(
  {
    text: searchText,
    partnerId: positive(),
    clientId: positive(),
    officeId: positive(),
    executionStatus: oneOf(EXECUTION_STATUSES),
    testType: oneOf(TEST_TYPES),
    carrier: shortText,
    from: dateOf,
    to: dateOf,
    page,
  },
  { resets: ['page'] },
);

/** The filters that a change of one clears (LIST-5). */
const DEPENDENTS: Partial<Record<FilterName, Partial<Record<FilterName, null>>>> = {
  partnerId: { clientId: null, officeId: null },
  clientId: { officeId: null },
};

/** One filter's new value, and what it clears. */
export function filterChange(name: FilterName, value: string | null) {
  return { ...DEPENDENTS[name], [name]: value };
}

/** The list without filters. */
export const NO_FILTERS = LIST_ADDRESS.read(new URLSearchParams());

/** The filters as a query, always in the same order; empty if none is set. */
export function filtersQuery(filters: TestFilters): string {
  return LIST_ADDRESS.change(new URLSearchParams(), filters).toString();
}

export function hasFilters(filters: TestFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** How many of the filters behind More filters are set. */
export function moreFilters({ carrier, from, to }: TestFilters): number {
  return [carrier, from, to].filter((value) => value !== undefined).length;
}

/** Whether any filter is set other than the five of LIST-2: text, carrier or dates. */
export function isSearch(filters: TestFilters): boolean {
  return filters.text !== undefined || moreFilters(filters) > 0;
}

/** No test can match such dates, and the server refuses them. */
export function isBackwards({ from, to }: TestFilters): boolean {
  return from !== undefined && to !== undefined && to < from;
}
