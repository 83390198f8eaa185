/** Audit trail (/settings/audit): who changed what, newest first, with filters in the URL (AUDIT-3). */
import { Button, Group } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { AuditQuery } from '@textprobe/contract/audit';
import { auditCsvAddress, getAudit } from '../../api/audit.ts';
import { useAddress } from '../../ui/address-search.ts';
import { useCallOptions } from '../../ui/call-options.ts';
import { LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { AUDIT_ADDRESS, hasFilters, NO_FILTERS } from './audit-address.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

export function AuditScreen() {
  const [filters, setAddress] = useAddress(AUDIT_ADDRESS);
  const { query, refresh, loadOlder } = useAudit(filters);
  const { data, isError, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const pages = data?.pages ?? [];
  return (
    <Screen title="Audit trail">
      <ScreenHeader title="Audit trail" hasTimes>
        <RefreshButton isFetching={isFetching} onClick={refresh} />
        <Button
          variant="default"
          component="a"
          href={auditCsvAddress(filters)}
          download
          leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      </ScreenHeader>
      {isError && (
        <LoadFailure>
          The audit trail could not be loaded{data ? '; the rows below may be out of date' : ''}.
        </LoadFailure>
      )}
      <AuditFilters filters={filters} onFilter={setAddress} onClear={() => setAddress(NO_FILTERS)} />
      <AuditTable
        rows={pages.flatMap(({ rows }) => rows)}
        isLoading={query.isPending}
        isOutdated={isPlaceholderData}
        empty={
          isError ? 'No data' : hasFilters(filters) ? 'No rows match these filters.' : 'Nothing recorded yet.'
        }
      />
      {(hasNextPage || pages.length > 1) && (
        <Group justify="center" mt="md">
          {/* Stays after the last page, and is never disabled: it would lose the focus. */}
          <Button
            variant="default"
            aria-disabled={isFetchingNextPage || !hasNextPage}
            onClick={() => hasNextPage && !isFetching && loadOlder()}
          >
            {isFetchingNextPage ? 'Loading…' : hasNextPage ? 'Load older' : 'No older rows'}
          </Button>
        </Group>
      )}
    </Screen>
  );
}

function useAudit(filters: AuditQuery) {
  const { optionsOf, markRequested } = useCallOptions();
  const query = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: (context) => getAudit(filters, context.pageParam, optionsOf(context)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { purpose: 'load the audit trail' },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return {
    query,
    refresh() {
      markRequested();
      void query.refetch();
    },
    loadOlder() {
      markRequested();
      void query.fetchNextPage();
    },
  };
}
