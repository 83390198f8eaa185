/** The runs of a test: its report holds the newest, older ones are fetched page by page (REPORT-4). */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { useEffect } from 'react';
import { getRuns } from '../../api/messages.ts';

export interface Runs {
  /** Newest first: those of the report, and all older ones that were fetched. */
  readonly runs: readonly Run[];
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /** Whether loading failed; a retry may help. */
  readonly isOlderFailed: boolean;
  readonly loadOlder: () => void;
}

/** @param chosen older runs are fetched until it is among them: the URL may name an old run */
export function useRuns(
  { test, runs: newest, runCount }: Pick<Report, 'test' | 'runs' | 'runCount'>,
  chosen: number | null,
): Runs {
  const { testId } = test;
  const isLonger = runCount > newest.length;
  const query = useInfiniteQuery({
    queryKey: ['older-runs', testId],
    enabled: false,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const page = await getRuns(testId, pageParam, { signal });
      if (pageParam !== null || page.nextCursor === null) return page;
      // Includes the first page, which the report holds now: new runs push its last ones out of the report.
      const second = await getRuns(testId, page.nextCursor, { signal });
      return { runs: [...page.runs, ...second.runs], nextCursor: second.nextCursor };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = query;
  const runs = mergeRuns(newest, data?.pages.flatMap((page) => page.runs) ?? []);
  const hasOlder = data === undefined ? isLonger : hasNextPage;
  const loadOlder = () => void (data === undefined ? refetch() : fetchNextPage());

  const isMissing = chosen !== null && !runs.some(({ runId }) => runId === chosen);
  useEffect(() => {
    if (!isMissing || !hasOlder || isFetching || isError) return;
    void (data === undefined ? refetch() : fetchNextPage());
  }, [isMissing, hasOlder, isFetching, isError, data, refetch, fetchNextPage]);

  return { runs, hasOlder, isLoadingOlder: isFetching, isOlderFailed: isError && !isFetching, loadOlder };
}

/** The report's version of a run is newer. */
export function mergeRuns(newest: readonly Run[], fetched: readonly Run[]): readonly Run[] {
  const known = new Set(newest.map(({ runId }) => runId));
  return [...newest, ...fetched.filter(({ runId }) => !known.has(runId))];
}
