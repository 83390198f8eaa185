/** Handset keys (/settings/handsets): the keys of the phones' apps, and the sources that report for phones (PAIR-4). */
import { Box, Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useState } from 'react';
import { Link } from 'react-router';
import { isValid } from '../../handsets/key-words.ts';
import { useLastPage, useListSearch } from '../../ui/list-search.ts';
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
  const list = useListSearch();
  const { text, page } = list;
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
  const isKnown = isSuccess && !isPlaceholderData;
  const isBeyond = useLastPage(list, isKnown ? pageCount(total, PAGE_SIZE) : null);

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
        <SearchField label="Search keys" value={text} onSearch={list.find} />
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
        <Pages page={page} pageSize={PAGE_SIZE} total={total} noun="key" onPage={list.goTo} />
      )}
      <SourcesSection now={now} actionsOf={actions.ofSource} />
      {shown !== null && (
        <KeyDialog key={shown === 'new' ? shown : shown.title} shown={shown} onShow={setShown} />
      )}
    </Screen>
  );
}
