/** The runs of a test beyond the newest, which its report holds: further ones are fetched a page at a time (REPORT-4). */
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
  /** They could not be loaded; asking again may help. */
  readonly isOlderFailed: boolean;
  readonly loadOlder: () => void;
}

/** @param chosen fetched until it is among them: an address may name a run of long ago */
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
      // The first page is what the report holds already. It is kept: runs that come meanwhile push its last ones out.
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

/** The report's word on a run is the newer one. */
export function mergeRuns(newest: readonly Run[], fetched: readonly Run[]): readonly Run[] {
  const known = new Set(newest.map(({ runId }) => runId));
  return [...newest, ...fetched.filter(({ runId }) => !known.has(runId))];
}
