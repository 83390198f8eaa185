/** From the filters of a query, as the contract read them, to the filters that queries take. */
import type { AnalyticsQuery, TestFigureQuery } from '@textprobe/contract/analytics';
import type { CountedBy } from '@textprobe/database/tests/status-counts';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';

export function analyticsFilter(query: AnalyticsQuery): AnalyticsFilter {
  const { startDate, endDate, status, carrier, finding, messageType, testType } = query;
  return { from: startDate, before: endDate, status, carrier, finding, messageType, testType };
}

/** What of the filters tests can be counted by: their types, and the days on which they were made. */
export function testsFilter(query: Omit<TestFigureQuery, 'status' | 'carrier' | 'finding'>): CountedBy {
  const { startDate, endDate, messageType, testType } = query;
  return {
    firstDay: startDate === undefined ? undefined : losAngelesDate(startDate),
    // The query holds the instant after the last day.
    lastDay: endDate === undefined ? undefined : losAngelesDate(endDate - 1),
    messageType,
    testType,
  };
}
