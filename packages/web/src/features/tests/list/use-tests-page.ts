/** One page of the tests list: kept on the screen while another is fetched, and fetched anew as LIST-11 says. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { getAllTests, type TestsPage } from '../../../api/tests.ts';
import { type ListAddress, PAGE_SIZE } from './list-address.ts';
import { mayChange } from './test-words.ts';

const REFRESH_MS = 60_000;

export function useTestsPage({ filters, page }: ListAddress) {
  const queries = useQueryClient();
  const queryKey = ['tests', filters, page];
  const asked = useRef(false);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      // What nobody asked for must not keep an idle session alive: a refetch, unless Refresh was pressed.
      const background = !asked.current && queries.getQueryData(queryKey) !== undefined;
      asked.current = false;
      try {
        return await getAllTests(filters, { page, pageSize: PAGE_SIZE }, { signal, background });
      } catch (error) {
        if (!signal.aborted) console.error('Failed to load the tests', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.tests.some(mayChange) ? REFRESH_MS : false),
  });

  return {
    query,
    refresh() {
      asked.current = true;
      void query.refetch();
    },
    /** Takes a deleted test's row away at once; the fetch that follows fills the page up (LIST-9). */
    remove: useCallback(
      (testId: number) => {
        queries.setQueryData<TestsPage>(
          ['tests', filters, page],
          (old) => old && { tests: old.tests.filter((test) => test.testId !== testId), total: old.total - 1 },
        );
        void queries.invalidateQueries({ queryKey: ['tests'] });
      },
      [queries, filters, page],
    ),
  };
}
