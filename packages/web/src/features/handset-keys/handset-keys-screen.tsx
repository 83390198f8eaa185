/** Handset keys (/settings/handsets): the keys of the phones' apps, and the sources that report for phones (PAIR-4). */
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { searchWords } from '@textprobe/domain/search-words';
import { useState } from 'react';
import { Link } from 'react-router';
import { isValid, keyName } from '../../handsets/key-words.ts';
import { useAddressSearch } from '../../ui/address-search.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { Pages, pageCount } from '../../ui/pages.tsx';
import { LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { Only } from '../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './handset-keys.module.css';
import { KeyDialog, type Shown } from './key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { SourcesSection } from './sources-section.tsx';
import { useHandsetKeys, usePhoneName, useRefresh } from './use-handset-keys.ts';
import { useKeyActions } from './use-key-actions.tsx';

const PAGE_SIZE = 50;

export function HandsetKeysScreen() {
  const { data, dataUpdatedAt, isError, isFetching } = useHandsetKeys();
  const refresh = useRefresh();
  const phoneName = usePhoneName();
  // A key that was just revoked is not shown as valid until the next update.
  const now = Math.max(useNow(30_000), dataUpdatedAt);
  const [search, setSearch] = useAddressSearch();
  const [shown, setShown] = useState<Shown | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const open = (what: Shown) => {
    setDone(null);
    setShown(what);
  };
  const actions = useKeyActions({
    onRotated: (made) => open({ made, isRotated: true }),
    onSourceRotated: (rotated) => open({ rotated }),
    onDone: setDone,
  });

  const text = search.get('text') ?? '';
  const words = searchWords(text.toLowerCase());
  const isFound = (key: HandsetKey) => {
    const searched = `${keyName(key)} ${phoneName(key.phoneID)} ${key.madeBy ?? ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  const valid = data?.filter((key) => isValid(key, now));
  const found = valid?.filter(isFound);
  const [wanted, setWanted] = useState(1);
  const total = found?.length ?? 0;
  const page = Math.min(wanted, pageCount(total, PAGE_SIZE));
  const find = (typed: string) => {
    setWanted(1);
    setSearch(() => new URLSearchParams(typed === '' ? {} : { text: typed }), { replace: true });
  };

  return (
    <Screen title="Handset keys">
      <ScreenHeader title="Handset keys" hasTimes>
        <RefreshButton isFetching={isFetching} onClick={() => void refresh()} />
        <Only roles={ADMINISTRATORS}>
          <Button component={Link} variant="default" to="/directory/phones">
            Pair a phone
          </Button>
          <Button leftSection={<IconKey size={16} aria-hidden />} onClick={() => open('new')}>
            Create key
          </Button>
        </Only>
      </ScreenHeader>
      <DoneNotice words={done} onDismiss={() => setDone(null)} />
      {isError && (
        <LoadFailure>
          The handset keys could not be loaded{data ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      <div className={classes.search}>
        <SearchField label="Search keys" value={text} onSearch={find} />
      </div>
      <KeysTable
        keys={found?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) ?? (isError ? [] : undefined)}
        phoneName={phoneName}
        empty={isError ? 'No data' : valid?.length === 0 ? 'No keys yet.' : 'No keys match this search.'}
        now={now}
        actions={actions}
        onRename={(key) => open({ key })}
      />
      {total > PAGE_SIZE && (
        <Pages page={page} pageSize={PAGE_SIZE} total={total} noun="key" onPage={setWanted} />
      )}
      <SourcesSection
        phoneName={phoneName}
        now={now}
        actions={actions}
        onRename={(source) => open({ source })}
        onRotate={(source) =>
          source.kind === 'twilio' ? open({ twilio: source }) : void actions.rotateSource(source)
        }
      />
      {shown !== null && (
        <KeyDialog
          key={typeof shown === 'string' ? shown : Object.keys(shown)[0]}
          shown={shown}
          onShow={setShown}
          onDone={setDone}
        />
      )}
    </Screen>
  );
}
