/** Which filters a figure takes: those that count tests know types only, and refuse the rest (CALL-18). */
import type { AnalyticsFilters, FigureName } from '../../calls/analytics.ts';
import { type FilterName, setFilters } from '../filters/analytics-address.ts';

/** Tests have no date, status or carrier of their own: these speak of messages. */
const REFUSED_BY_TESTS = [
  'startDate',
  'endDate',
  'status',
  'carrier',
] as const satisfies readonly FilterName[];

const TEST_FIGURES: readonly FigureName[] = [
  'executionStatusCounts',
  'executionStatusDistribution',
  'executionSuccessRate',
  'fullyDeliveredRate',
  'unexecutedTestCount',
  'executingTestCount',
];

export function filtersFor(name: FigureName, filters: AnalyticsFilters): AnalyticsFilters {
  if (!TEST_FIGURES.includes(name)) return filters;
  return { messageType: filters.messageType, testType: filters.testType };
}

/** The filters that are set and that no figure of tests heeds, in order. */
export function ignoredByTests(filters: AnalyticsFilters): FilterName[] {
  return setFilters(filters).filter((name) => REFUSED_BY_TESTS.some((refused) => refused === name));
}
