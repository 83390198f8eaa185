/** Converts parsed query filters to database filters. */
import type { AnalyticsQuery, TestFigureQuery } from '@textprobe/contract/analytics';
import type { CountedBy } from '@textprobe/database/tests/status-counts';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';

export function analyticsFilter(query: AnalyticsQuery): AnalyticsFilter {
  const { startDate, endDate, ...others } = query;
  const { partnerId, status, carrier, finding, fileFinding, verdict, messageType, testType } = others;
  const span = { from: startDate, before: endDate };
  return { ...span, partnerId, status, carrier, finding, fileFinding, verdict, messageType, testType };
}

/** The filters that apply to tests: types and days of creation. */
export function testsFilter(
  query: Pick<TestFigureQuery, 'startDate' | 'endDate' | 'messageType' | 'testType'>,
): CountedBy {
  const { startDate, endDate, messageType, testType } = query;
  return {
    firstDay: startDate === undefined ? undefined : losAngelesDate(startDate),
    // The query holds the instant after the last day.
    lastDay: endDate === undefined ? undefined : losAngelesDate(endDate - 1),
    messageType,
    testType,
  };
}
