/** The Tests list (LIST-1): the URL owns filters and page; the server filters, sorts and paginates. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { OPERATORS } from '@textprobe/domain/roles';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { getAllTests, type TestsPage } from '../../../api/tests.ts';
import { useAddressSearch } from '../../../ui/address-search.ts';
import { Pages, pageCount } from '../../../ui/pages.tsx';
import { Freshness, LoadFailure, RefreshButton } from '../../../ui/refresh-button.tsx';
import { Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { useLoad } from '../../../ui/use-load.ts';
import { BulkBar } from './bulk-bar.tsx';
import { EmptyList } from './empty-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  type FilterName,
  isBackwards,
  type ListAddress,
  PAGE_SIZE,
  readListAddress,
  withFilter,
  withoutFilters,
  withPage,
} from './list-address.ts';
import { mayChange } from './test-words.ts';
import { TestsTable } from './tests-table.tsx';
import { mark, useChosen } from './use-chosen.ts';

export function TestsScreen() {
  const [search, setSearch] = useAddressSearch();
  const address = useMemo(() => readListAddress(search), [search]);
  const { query, refresh, remove } = useTestsPage(address);
  const backwards = isBackwards(address.filters);
  const chosen = useChosen(backwards ? NONE : (query.data?.tests ?? (query.isError ? NONE : undefined)));
  const total = backwards ? 0 : (query.data?.total ?? 0);
  // Deferred here and in the table: React renders the result in slices, so that input is handled first.
  const shownTotal = useDeferredValue(query.isSuccess || backwards ? total : null);

  // If the last test of the last page is deleted, that page no longer exists.
  const lastPage = pageCount(total, PAGE_SIZE);
  const beyond = query.isSuccess && !query.isPlaceholderData && address.page > lastPage;
  useEffect(() => {
    if (beyond) setSearch((now) => withPage(now, lastPage), { replace: true });
  }, [beyond, lastPage, setSearch]);

  const filter = useCallback(
    (name: FilterName, value: string | null, replace = false) =>
      setSearch((now) => withFilter(now, name, value), { replace }),
    [setSearch],
  );
  const view = useCallback((query: string) => setSearch(() => new URLSearchParams(query)), [setSearch]);
  const clear = useCallback(() => setSearch(withoutFilters), [setSearch]);
  const { setMarks } = chosen;
  const noteDeleted = useCallback(
    (testId: number) => {
      setMarks((now) => mark(now, 'deleted', [{ testId }], true));
      remove(testId);
    },
    [setMarks, remove],
  );

  return (
    <Screen title="Tests">
      <ScreenHeader title="Tests" note={<Freshness updatedAt={query.dataUpdatedAt} />} hasTimes>
        <RefreshButton isFetching={query.isFetching} onClick={refresh} />
        <Only roles={OPERATORS}>
          <Button component={Link} to="/create-tests" leftSection={<IconPlus size={16} />}>
            Create Test
          </Button>
        </Only>
      </ScreenHeader>
      <FilterBar filters={address.filters} onFilter={filter} onView={view} onClear={clear} />
      {query.isError && (
        <LoadFailure>
          The tests could not be loaded{query.data ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      <TestsTable
        tests={chosen.shown}
        search={address.filters.text}
        outdated={!backwards && (query.isPlaceholderData || beyond)}
        empty={
          query.isError ? (
            // Not "No tests found": the request failed, so we don't know.
            'No data'
          ) : chosen.hidden > 0 ? (
            'You deleted all tests on this page.'
          ) : (
            <EmptyList filters={address.filters} isKnown={query.isSuccess} onClear={clear} />
          )
        }
        chosen={chosen}
        onDeleted={noteDeleted}
      />
      {/* Rendered after the rows, which are higher than their skeletons: otherwise it would shift. */}
      {shownTotal !== null && (
        <Pages
          page={address.page}
          pageSize={PAGE_SIZE}
          // Further pages stay, until the server has deleted the tests and fills this one from them.
          total={shownTotal > PAGE_SIZE ? shownTotal : shownTotal - chosen.hidden}
          noun="test"
          onPage={(page) => setSearch((now) => withPage(now, page))}
        />
      )}
      {chosen.isUsed && <BulkBar chosen={chosen} />}
    </Screen>
  );
}

/** The same list each time, so that the table renders once. */
const NONE: readonly never[] = [];
const REFRESH_MS = 60_000;

export function useTestsPage({ filters, page }: ListAddress) {
  const queries = useQueryClient();
  const { load, markRequested } = useLoad();
  const query = useQuery({
    queryKey: ['tests', filters, page],
    queryFn: (context) =>
      load(context, 'tests', (options) => getAllTests(filters, { page, pageSize: PAGE_SIZE }, options)),
    enabled: !isBackwards(filters),
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
