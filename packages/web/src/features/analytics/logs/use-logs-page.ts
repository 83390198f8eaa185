/** Loads one page of the filter's logs with their tests, and refreshes the whole screen (ANALYTICS-7, 8; DATA-10). */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Test } from '@textprobe/contract/tests';
import { useRef, useState } from 'react';
import {
  type AnalyticsFilters,
  getFilteredReports,
  getNewestLog,
  type LogOfTest,
} from '../../../api/analytics.ts';
import { getAllTests } from '../../../api/tests.ts';
import { useLoad } from '../../../ui/use-load.ts';

export const LOGS_PAGE_SIZE = 25;
/** The maximum number of tests that one page of logs can refer to. */
const TESTS_PAGE = { page: 1, pageSize: LOGS_PAGE_SIZE };

export function useLogsPage(filters: AnalyticsFilters, cursor: string | null) {
  const queries = useQueryClient();
  const { load } = useLoad();
  const requested = useRef(false);
  const [isRequested, setIsRequested] = useState(false);
  const logs = useQuery({
    queryKey: ['analytics', 'logs', filters, cursor],
    // After Refresh, only this call is not in the background; it keeps the session alive for all.
    queryFn: (context) =>
      load(context, 'logs', ({ signal, background }) =>
        getFilteredReports(
          filters,
          { pageSize: LOGS_PAGE_SIZE, cursor },
          { signal, background: background && !requested.current },
        ),
      ),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  const newest = useQuery({
    queryKey: ['analytics', 'newest'],
    queryFn: (context) => load(context, 'newest log', getNewestLog),
    refetchOnWindowFocus: true,
  });
  const tests = useQuery({
    queryKey: ['analytics', 'tests'],
    queryFn: (context) => load(context, 'tests', (options) => getAllTests({}, TESTS_PAGE, options)),
    refetchOnWindowFocus: true,
  });

  // After a failure nothing is shown, not even the previous data (ANALYTICS-11).
  const page = logs.isError ? undefined : logs.data;
  return {
    query: logs,
    page,
    logs: enrichLogs(page?.logs ?? [], tests.data?.tests ?? []),
    newest: newest.data ?? null,
    isRequested,
    /** Refetches everything the screen shows. */
    async refresh() {
      requested.current = true;
      setIsRequested(true);
      await queries.refetchQueries({ queryKey: ['analytics'], type: 'active' });
      requested.current = false;
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
