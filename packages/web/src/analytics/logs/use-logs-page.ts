/** One page of the filter's logs with their tests, and how the whole screen is refreshed (ANALYTICS-7, 8; DATA-10). */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type AnalyticsFilters, getFilteredReports, getNewestLog } from '../../calls/analytics.ts';
import { getAllTests } from '../../calls/tests.ts';
import { enrichLogs } from './enriched-logs.ts';
import { LOGS_PAGE_SIZE } from './logs-page-size.ts';

/** As many as logs of one page can have. */
const TESTS_PAGE = { page: 1, pageSize: LOGS_PAGE_SIZE };

export function useLogsPage(filters: AnalyticsFilters, cursor: string | null) {
  const queries = useQueryClient();
  const asked = useRef(false);
  const [isAsked, setIsAsked] = useState(false);
  const logs = useQuery({
    queryKey: ['analytics', 'logs', filters, cursor],
    queryFn: async ({ signal, queryKey }) => {
      // What nobody asked for must not keep an idle session alive. That this one call is not marked does for all.
      const background = !asked.current && queries.getQueryData(queryKey) !== undefined;
      return logged('logs', signal, () =>
        getFilteredReports(filters, { pageSize: LOGS_PAGE_SIZE, cursor }, { signal, background }),
      );
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  const newest = useQuery({
    queryKey: ['analytics', 'newest'],
    queryFn: ({ signal, queryKey }) =>
      logged('newest log', signal, () =>
        getNewestLog({ signal, background: queries.getQueryData(queryKey) !== undefined }),
      ),
    refetchOnWindowFocus: true,
  });
  const tests = useQuery({
    queryKey: ['analytics', 'tests'],
    queryFn: ({ signal, queryKey }) =>
      logged('tests', signal, () =>
        getAllTests({}, TESTS_PAGE, { signal, background: queries.getQueryData(queryKey) !== undefined }),
      ),
    refetchOnWindowFocus: true,
  });

  // Failing leaves nothing to look at, not even what was there before (ANALYTICS-11).
  const page = logs.isError ? undefined : logs.data;
  const enriched = useMemo(
    () => enrichLogs(page?.logs ?? [], tests.data?.tests ?? []),
    [page?.logs, tests.data?.tests],
  );
  return {
    query: logs,
    page,
    logs: enriched,
    newest: newest.data ?? null,
    isAsked,
    /** Everything the screen shows, anew. */
    async refresh() {
      asked.current = true;
      setIsAsked(true);
      await queries.refetchQueries({ queryKey: ['analytics'], type: 'active' });
      asked.current = false;
      setIsAsked(false);
    },
  };
}

export type LogsState = ReturnType<typeof useLogsPage>;

async function logged<T>(what: string, signal: AbortSignal, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!signal.aborted) console.error(`Failed to load the ${what}`, error);
    throw error;
  }
}
