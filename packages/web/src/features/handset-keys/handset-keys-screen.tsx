/** Handset keys (/settings/handsets): the keys of the phones' apps, and the sources that report for phones (PAIR-4). */
import { Box, Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { isSearchText } from '@textprobe/domain/search-words';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isValid } from '../../handsets/key-words.ts';
import { useAddressSearch } from '../../ui/address-search.ts';
import { Pages, pageCount } from '../../ui/pages.tsx';
import { LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { Only } from '../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { KeyDialog, type Shown } from './key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { SourcesSection } from './sources-section.tsx';
import { PAGE_SIZE, useHandsetKeys, useRefresh } from './use-handset-keys.ts';
import { useKeyActions } from './use-key-actions.tsx';

export function HandsetKeysScreen() {
  const [search, setSearch] = useAddressSearch();
  const { text, page } = readAddress(search);
  const { data, dataUpdatedAt, isError, isFetching, isSuccess, isPlaceholderData } = useHandsetKeys(
    text,
    page,
  );
  const refresh = useRefresh();
  // Not before the data: otherwise a key that was just revoked would show as valid until the next update.
  const now = Math.max(useNow(30_000), dataUpdatedAt);
  const [shown, setShown] = useState<Shown | null>(null);
  const actions = useKeyActions(setShown);

  const total = data?.total ?? 0;
  // The last page may have lost its only key.
  const lastPage = pageCount(total, PAGE_SIZE);
  const isBeyond = isSuccess && !isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyond) setSearch(() => addressOf(text, lastPage), { replace: true });
  }, [isBeyond, lastPage, text, setSearch]);

  return (
    <Screen title="Handset keys">
      <ScreenHeader title="Handset keys" hasTimes>
        <RefreshButton isFetching={isFetching} onClick={() => void refresh()} />
        <Only roles={ADMINISTRATORS}>
          <Button component={Link} variant="default" to="/directory/phones">
            Pair a phone
          </Button>
          <Button leftSection={<IconKey size={16} aria-hidden />} onClick={() => setShown('new')}>
            Create key
          </Button>
        </Only>
      </ScreenHeader>
      {isError && (
        <LoadFailure>
          The handset keys could not be loaded{data ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      <Box mb="md">
        <SearchField
          label="Search keys"
          value={text}
          onSearch={(typed) => setSearch(() => addressOf(typed, 1), { replace: true })}
        />
      </Box>
      <KeysTable
        // A rotated key may have expired since it was loaded.
        keys={data?.keys.filter((key) => isValid(key, now)) ?? (isError ? [] : undefined)}
        isOutdated={isPlaceholderData || isBeyond}
        empty={isError ? 'No data' : text === '' ? 'No keys yet.' : 'No keys match this search.'}
        now={now}
        actionsOf={actions.ofKey}
      />
      {total > PAGE_SIZE && (
        <Pages
          page={page}
          pageSize={PAGE_SIZE}
          total={total}
          noun="key"
          onPage={(wanted) => setSearch(() => addressOf(text, wanted))}
        />
      )}
      <SourcesSection now={now} actionsOf={actions.ofSource} />
      {shown !== null && (
        <KeyDialog key={shown === 'new' ? shown : shown.title} shown={shown} onShow={setShown} />
      )}
    </Screen>
  );
}

/** The search and the page in the URL; what is not valid is ignored. */
function readAddress(search: URLSearchParams) {
  const text = search.get('text')?.trim() ?? '';
  const page = search.get('page') ?? '';
  return {
    text: isSearchText(text) ? text : '',
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

function addressOf(text: string, page: number): URLSearchParams {
  return new URLSearchParams({ ...(text !== '' && { text }), ...(page > 1 && { page: String(page) }) });
}
