/** One page of the tests list: keeps the previous page while another loads, and refreshes as LIST-11 requires. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getAllTests, type TestsPage } from '../../../api/tests.ts';
import { useLoad } from '../../../ui/use-load.ts';
import { type ListAddress, PAGE_SIZE } from './list-address.ts';
import { mayChange } from './test-words.ts';

const REFRESH_MS = 60_000;

export function useTestsPage({ filters, page }: ListAddress) {
  const queries = useQueryClient();
  const { load, markRequested } = useLoad();
  const query = useQuery({
    queryKey: ['tests', filters, page],
    queryFn: (context) =>
      load(context, 'tests', (options) => getAllTests(filters, { page, pageSize: PAGE_SIZE }, options)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.tests.some(mayChange) ? REFRESH_MS : false),
  });

  return {
    query,
    refresh() {
      markRequested();
      void query.refetch();
    },
    /** Removes a deleted test's row at once; the following fetch fills the page (LIST-9). */
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
