/** Which filters figures of tests leave aside: they know types and dates only (CALL-18). */
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import { type FilterName, setFilters } from '../filters/analytics-address.ts';

/** Tests have no status of a message, no carrier of their own, and nothing is found about them. */
const REFUSED_BY_TESTS = ['status', 'carrier', 'finding'] as const satisfies readonly FilterName[];

/** The filters that are set and that no figure of tests heeds, in order. */
export function ignoredByTests(filters: AnalyticsFilters): FilterName[] {
  return setFilters(filters).filter((name) => REFUSED_BY_TESTS.some((refused) => refused === name));
}
