/**
 * The state of the analytics screen in the URL: the tab, the filters that both tabs share, and the page of logs (ANALYTICS-4, 5); also the
 * links from here to the list of tests.
 */
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { withQuery } from '../../../api/http.ts';
import { addressCodec, oneOf, positive, shortText, withDefault } from '../../../ui/address-values.ts';
import { dateOf } from '../../../ui/day-text.ts';
import { FILTER_NAMES, FILTER_OPTIONS, type FilterName } from './filter-words.ts';

function fixed<T extends string>(options: readonly { readonly value: T }[]) {
  return oneOf(options.map(({ value }) => value));
}

/** The cursor is the start of the page of logs; null is the newest, to which any change returns. */
export const ANALYTICS_ADDRESS = addressCodec(
  {
    startDate: dateOf,
    endDate: dateOf,
    partnerId: (text) => positive()(text)?.toString(),
    status: fixed(FILTER_OPTIONS.status),
    verdict: fixed(FILTER_OPTIONS.verdict),
    carrier: shortText,
    finding: fixed(FILTER_OPTIONS.finding),
    fileFinding: fixed(FILTER_OPTIONS.fileFinding),
    messageType: fixed(FILTER_OPTIONS.messageType),
    testType: fixed(FILTER_OPTIONS.testType),
    tab: withDefault(oneOf(['trend']), 'logs'),
    cursor: (text) => text,
  },
  { resets: ['cursor'] },
);

/** New values of some filters; null removes one. */
export type FilterChanges = Partial<Record<FilterName, string | null>>;

export const NO_FILTERS: FilterChanges = Object.fromEntries(FILTER_NAMES.map((name) => [name, null]));

/** The filters that are set, in order. */
export function activeFilters(filters: AnalyticsFilters): FilterName[] {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined);
}

/** The list of tests of a status, with the same test type and dates; it has no filter for message types. */
export function testsAddress(
  executionStatus: ExecutionStatus,
  { testType, startDate, endDate }: AnalyticsFilters,
): string {
  return withQuery('/tests', { executionStatus, testType, from: startDate, to: endDate });
}
