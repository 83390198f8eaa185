/** From the filters of a query, as the contract read them, to the filter that queries take. */
import type { AnalyticsQuery } from '@textprobe/contract/analytics';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';

export function analyticsFilter(query: AnalyticsQuery): AnalyticsFilter {
  const { startDate, endDate, status, carrier, messageType, testType } = query;
  return { from: startDate, before: endDate, status, carrier, messageType, testType };
}
