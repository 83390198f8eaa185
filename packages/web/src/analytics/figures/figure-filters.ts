/** Which filters a figure takes: those that count tests know types and dates only, and refuse the rest (CALL-18). */
import type { AnalyticsFilters, FigureName } from '../../calls/analytics.ts';
import { type FilterName, setFilters } from '../filters/analytics-address.ts';

/** Tests have no status of a message, no carrier of their own, and nothing is found about them. */
const REFUSED_BY_TESTS = ['status', 'carrier', 'finding'] as const satisfies readonly FilterName[];

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
  const { startDate, endDate, messageType, testType } = filters;
  return { startDate, endDate, messageType, testType };
}

/** The filters that are set and that no figure of tests heeds, in order. */
export function ignoredByTests(filters: AnalyticsFilters): FilterName[] {
  return setFilters(filters).filter((name) => REFUSED_BY_TESTS.some((refused) => refused === name));
}
