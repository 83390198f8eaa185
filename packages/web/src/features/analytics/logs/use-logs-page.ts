/** Loads one page of the filter's logs with their tests, and refreshes the whole screen (ANALYTICS-7, 8; DATA-10). */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Test } from '@textprobe/contract/tests';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type AnalyticsFilters,
  getFilteredReports,
  getNewestLog,
  type LogOfTest,
} from '../../../api/analytics.ts';
import { getAllTests } from '../../../api/tests.ts';
import { callOptions, useCallOptions } from '../../../ui/call-options.ts';

export const LOGS_PAGE_SIZE = 25;
/** The maximum number of tests that one page of logs can refer to. */
const TESTS_PAGE = { page: 1, pageSize: LOGS_PAGE_SIZE };

const REFRESH_MS = 60_000;
const RECENT_MS = 3_600_000;

/** Whether it was created less than an hour ago. @param now epoch milliseconds */
export function isRecent(log: { readonly creationTimestamp: string | null } | null, now: number): boolean {
  const created = log?.creationTimestamp ? parseTimestamp(log.creationTimestamp) : null;
  return created !== null && now - created <= RECENT_MS;
}

export function useLogsPage(filters: AnalyticsFilters, cursor: string | null) {
  const queries = useQueryClient();
  const { optionsOf, markRequested } = useCallOptions();
  const [isRequested, setIsRequested] = useState(false);
  const logs = useQuery({
    queryKey: ['analytics', 'logs', filters, cursor],
    queryFn: (context) =>
      getFilteredReports(filters, { pageSize: LOGS_PAGE_SIZE, cursor }, optionsOf(context)),
    meta: { purpose: 'load the logs' },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  const newest = useQuery({
    queryKey: ['analytics', 'newest'],
    queryFn: (context) => getNewestLog(callOptions(context)),
    meta: { purpose: 'load the newest log' },
    refetchOnWindowFocus: true,
  });
  const tests = useQuery({
    queryKey: ['analytics', 'tests'],
    queryFn: (context) => getAllTests({}, TESTS_PAGE, callOptions(context)),
    meta: { purpose: 'load the tests' },
    refetchOnWindowFocus: true,
  });

  // Refreshes while a log is recent (ANALYTICS-8): several, since the call for the newest of all may be late or fail. A hidden tab fetches
  // nothing: its queries refetch when it is shown.
  const refreshRecent = useEffectEvent(() => {
    const known = [newest.data ?? null, ...(logs.data?.logs ?? [])];
    if (document.hidden || !known.some((log) => isRecent(log, Date.now()))) return;
    // Fetches in flight continue: restarting them would never finish on a slow connection.
    void queries.refetchQueries({ queryKey: ['analytics'], type: 'active' }, { cancelRefetch: false });
  });
  useEffect(() => {
    const timer = setInterval(() => refreshRecent(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  // After a failure nothing is shown, not even the previous data (ANALYTICS-11).
  const page = logs.isError ? undefined : logs.data;
  return {
    query: logs,
    page,
    logs: enrichLogs(page?.logs ?? [], tests.data?.tests ?? []),
    isRequested,
    async refresh() {
      // Only the call for logs is not in the background; it keeps the session alive for all.
      markRequested();
      setIsRequested(true);
      await queries.refetchQueries({ queryKey: ['analytics'], type: 'active' });
      setIsRequested(false);
    },
  };
}

export type LogsState = ReturnType<typeof useLogsPage>;

export interface EnrichedLog {
  readonly log: LogOfTest;
  readonly messageBody: string;
  readonly messageType: string;
  readonly testType: string;
}

type Source = Partial<Pick<Test, 'messageBody' | 'messageType' | 'testType'>>;

/** Uses the log's own fields, else those of the loaded test with its id, else N/A. */
export function enrichLogs(logs: readonly LogOfTest[], tests: readonly Test[]): EnrichedLog[] {
  const byId = new Map(tests.map((test) => [test.testId, test]));
  return logs.map((log) => {
    const test: Source = byId.get(log.testID) ?? {};
    return {
      log,
      messageBody: log.messageBody ?? test.messageBody ?? 'N/A',
      messageType: log.messageType ?? test.messageType ?? 'N/A',
      testType: log.testType ?? test.testType ?? 'N/A',
    };
  });
}
