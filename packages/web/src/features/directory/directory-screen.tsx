/** The directory (/directory/{kind}): partners, clients, offices and phones, each as a list by page (DIR-1). */
import { Box, Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconFileImport, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { type ReactNode, useEffect, useState } from 'react';
import { type Entry, getEntries } from '../../api/directory-entries.ts';
import { exportAddress } from '../../api/directory-import.ts';
import { useAddress } from '../../ui/address-search.ts';
import { useCallOptions } from '../../ui/call-options.ts';
import { Pages, pageCount } from '../../ui/pages.tsx';
import { Freshness, LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { useMay } from '../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import classes from './directory.module.css';
import { DIRECTORY_ADDRESSES, type DirectoryAddress, isNarrowed, nextOrder } from './directory-address.ts';
import { DirectoryTabs } from './directory-tabs.tsx';
import { EntriesFilter } from './entries-filter.tsx';
import { EntriesTable } from './entries-table.tsx';
import { EntryDialog } from './form/entry-dialog.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { KINDS, PAGE_SIZE } from './kinds.ts';
import { ENTRIES_KEY, useEntryActions } from './use-entry-actions.tsx';

/** What is open: the form of an entry, or of a new one, or the import. */
type Shown = { readonly edited: Entry | null } | 'import' | null;

function DirectoryScreen({ kind }: { readonly kind: DirectoryKind }) {
  const { title, noun, roles } = KINDS[kind];
  const [address, setAddress] = useAddress(DIRECTORY_ADDRESSES[kind]);
  const { query, refresh } = useEntries(kind, address);
  const [shown, setShown] = useState<Shown>(null);
  const actions = useEntryActions(kind);
  const mayCreate = useMay(roles);
  const mayImport = useMay(ADMINISTRATORS);

  const { page } = address;
  const total = query.data?.total ?? 0;
  // The last page may have lost its only entry.
  const lastPage = pageCount(total, PAGE_SIZE);
  const isBeyond = query.isSuccess && !query.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyond) setAddress({ page: lastPage }, { replace: true });
  }, [isBeyond, lastPage, setAddress]);

  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setShown({ edited: null })}>
      Create {noun}
    </Button>
  );
  const importing = mayImport && (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
      onClick={() => setShown('import')}
    >
      Import…
    </Button>
  );

  return (
    <Screen title={title}>
      <DirectoryTabs />
      <ScreenHeader title={title} note={<Freshness updatedAt={query.dataUpdatedAt} />}>
        <RefreshButton isFetching={query.isFetching} onClick={refresh} />
        <ExportMenu />
        {importing}
        {create}
      </ScreenHeader>
      <Box className={classes.frame}>
        <EntriesFilter kind={kind} address={address} onChange={setAddress} />
        {query.isError && (
          <LoadFailure>
            The {noun}s could not be loaded{query.data ? '; those below may be out of date' : ''}.
          </LoadFailure>
        )}
        <EntriesTable
          kind={kind}
          entries={query.data?.entries ?? (query.isError ? [] : undefined)}
          order={address.order}
          isOutdated={query.isPlaceholderData || isBeyond}
          empty={
            query.isError ? (
              'No data'
            ) : (
              <EmptyEntries
                kind={kind}
                address={address}
                onShowAll={() => setAddress(DIRECTORY_ADDRESSES[kind].read(new URLSearchParams()))}
              >
                {create}
                {importing}
              </EmptyEntries>
            )
          }
          actions={actions}
          onEdit={(entry) => setShown({ edited: entry })}
          onSort={(column) => setAddress({ order: nextOrder(address.order, column) })}
        />
      </Box>
      {query.isSuccess && total > 0 && (
        <Pages
          page={page}
          pageSize={PAGE_SIZE}
          total={total}
          noun={noun}
          onPage={(wanted) => setAddress({ page: wanted })}
        />
      )}
      {shown === 'import' && <ImportDialog onClose={() => setShown(null)} />}
      {shown !== null && shown !== 'import' && (
        <EntryDialog
          kind={kind}
          edited={shown.edited}
          parentId={address.clientId ?? (kind === 'offices' ? undefined : address.partnerId)}
          onClose={() => setShown(null)}
        />
      )}
    </Screen>
  );
}

/** One page of a list. */
function useEntries(kind: DirectoryKind, address: DirectoryAddress) {
  const { optionsOf, markRequested } = useCallOptions();
  const query = useQuery({
    queryKey: [ENTRIES_KEY, kind, address],
    queryFn: (context) => {
      const { text, state, ...others } = address;
      const wanted = { text: text || undefined, state: state === 'all' ? undefined : state };
      return getEntries(kind, { ...others, ...wanted, pageSize: PAGE_SIZE }, optionsOf(context));
    },
    meta: { purpose: `load the ${kind}` },
    placeholderData: keepPreviousData,
    // Other people change them too.
    staleTime: 0,
  });
  return {
    query,
    refresh() {
      markRequested();
      void query.refetch();
    },
  };
}

interface EmptyEntriesProps {
  readonly kind: DirectoryKind;
  readonly address: DirectoryAddress;
  /** Shows the list without search and filters. */
  readonly onShowAll: () => void;
  /** The buttons that create one or import many, for accounts that may use them. */
  readonly children: ReactNode;
}

function EmptyEntries({ kind, address, onShowAll, children }: EmptyEntriesProps) {
  const { text, state } = address;
  const what = `${state === 'all' ? '' : `${state} `}${KINDS[kind].noun}s`;
  if (isNarrowed(address)) {
    return (
      <>
        <p>{text === '' ? `No ${what} here.` : `No ${what} match “${text}”.`}</p>
        <Button variant="default" onClick={onShowAll}>
          {text === '' ? 'Clear the filter' : 'Clear the search'}
        </Button>
      </>
    );
  }
  if (state === 'retired') return <p>No {what}.</p>;
  return (
    <>
      <p>No {what} yet.</p>
      <Group justify="center" gap="xs">
        {children}
      </Group>
    </>
  );
}

/** Downloads the directory as one file, in the format of the import (DIR-3). */
function ExportMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'json'] as const).map((format) => (
          <Menu.Item key={format} component="a" href={exportAddress(format)} download>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One component for each kind, so that another list starts without the rows and dialogs of this one. */
export const SCREENS = {
  partners: () => <DirectoryScreen kind="partners" />,
  clients: () => <DirectoryScreen kind="clients" />,
  offices: () => <DirectoryScreen kind="offices" />,
  phones: () => <DirectoryScreen kind="phones" />,
} as const satisfies Record<DirectoryKind, () => ReactNode>;
