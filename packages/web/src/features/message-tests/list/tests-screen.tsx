/** The Tests list (LIST-1): the URL owns filters and page; the server filters, sorts and paginates. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { OPERATORS } from '@textprobe/domain/roles';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { getAllTests, type TestsPage } from '../../../api/tests.ts';
import { useAddress } from '../../../ui/address-search.ts';
import { useCallOptions } from '../../../ui/call-options.ts';
import { Pages, pageCount } from '../../../ui/pages.tsx';
import { Freshness, LoadFailure, RefreshButton } from '../../../ui/refresh-button.tsx';
import { Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { EmptyList } from './empty-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterChange, isBackwards, LIST_ADDRESS, NO_FILTERS, PAGE_SIZE } from './list-address.ts';
import { mayChange } from './test-words.ts';
import { TestsTable } from './tests-table.tsx';
import { useChosen } from './use-chosen.ts';

/** LIST-11 */
const REFRESH_MS = 60_000;
const NONE: TestsPage = { tests: [], total: 0 };

export function TestsScreen() {
  const [{ page, ...filters }, setAddress] = useAddress(LIST_ADDRESS);
  const backwards = isBackwards(filters);
  const queries = useQueryClient();
  const { optionsOf, markRequested } = useCallOptions();
  const queryKey = ['tests', filters, page];
  const query = useQuery({
    queryKey,
    queryFn: (context) => getAllTests(filters, { page, pageSize: PAGE_SIZE }, optionsOf(context)),
    meta: { purpose: 'load the tests' },
    enabled: !backwards,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.tests.some(mayChange) ? REFRESH_MS : false),
  });
  const data = backwards ? NONE : (query.data ?? (query.isError ? NONE : undefined));
  const chosen = useChosen(data?.tests);

  // Deleting its only test removes the last page.
  const lastPage = pageCount(data?.total ?? 0, PAGE_SIZE);
  const isBeyond = query.isSuccess && !query.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyond) setAddress({ page: lastPage }, { replace: true });
  }, [isBeyond, lastPage, setAddress]);

  const clear = () => setAddress(NO_FILTERS);

  /** Removes a deleted test's row at once; the following fetch fills the page (LIST-9). */
  function removeRow(testId: number): void {
    chosen.setMarks('deleted', [{ testId }], true);
    queries.setQueryData<TestsPage>(
      queryKey,
      (old) => old && { tests: old.tests.filter((test) => test.testId !== testId), total: old.total - 1 },
    );
    void queries.invalidateQueries({ queryKey: ['tests'] });
  }

  return (
    <Screen title="Tests">
      <ScreenHeader title="Tests" note={<Freshness updatedAt={query.dataUpdatedAt} />} hasTimes>
        <RefreshButton
          isFetching={query.isFetching}
          onClick={() => {
            markRequested();
            void query.refetch();
          }}
        />
        <Only roles={OPERATORS}>
          <Button component={Link} to="/create-tests" leftSection={<IconPlus size={16} />}>
            Create Test
          </Button>
        </Only>
      </ScreenHeader>
      <FilterBar
        filters={filters}
        onFilter={(name, value, replace = false) => setAddress(filterChange(name, value), { replace })}
        onView={(view) => setAddress(LIST_ADDRESS.read(new URLSearchParams(view)))}
        onClear={clear}
      />
      {query.isError && (
        <LoadFailure>
          The tests could not be loaded{query.data ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      <TestsTable
        search={filters.text}
        isOutdated={!backwards && (query.isPlaceholderData || isBeyond)}
        empty={
          query.isError ? (
            // Not "No tests found": the request failed, so we don't know.
            'No data'
          ) : chosen.hidden > 0 ? (
            'You deleted all tests on this page.'
          ) : (
            <EmptyList filters={filters} isKnown={query.isSuccess} onClear={clear} />
          )
        }
        chosen={chosen}
        onDeleted={removeRow}
      />
      {data !== undefined && (query.isSuccess || backwards) && (
        <Pages
          page={page}
          pageSize={PAGE_SIZE}
          // Further pages stay, until the server has deleted the tests and fills this one from them.
          total={data.total > PAGE_SIZE ? data.total : data.total - chosen.hidden}
          noun="test"
          onPage={(next) => setAddress({ page: next })}
        />
      )}
      <BulkBar chosen={chosen} />
    </Screen>
  );
}
