/** Accounts (/settings/accounts): who may log in, with which role and partners; invitations and reset links (ACCT-4). Auditors only read. */
import { Box, Button, Text } from '@mantine/core';
import { IconRobot, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { AuthStatus } from '../../../api/accounts.ts';
import { getAccounts } from '../../../api/managed-accounts.ts';
import { useLastPage, useListSearch } from '../../../ui/list-search.ts';
import { Pages, pageCount } from '../../../ui/pages.tsx';
import { LoadFailure, RefreshButton } from '../../../ui/refresh-button.tsx';
import { Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { signupRequestsQuery } from '../requests-badge.tsx';
import { AccountDialog, type Shown } from './account-dialog.tsx';
import { AccountsTable } from './accounts-table.tsx';
import { RequestsSection } from './requests-section.tsx';
import { ACCOUNTS_KEY, useAccountActions } from './use-account-actions.tsx';

const PAGE_SIZE = 50;

export function AccountsScreen() {
  const list = useListSearch();
  const { text, page } = list;
  const accounts = useQuery({
    queryKey: [...ACCOUNTS_KEY, text, page],
    queryFn: ({ signal }) => getAccounts({ text: text || undefined, page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    // Other administrators change them too.
    staleTime: 0,
  });
  const { data, isError, isPlaceholderData } = accounts;
  const total = data?.total ?? 0;
  const isKnown = accounts.isSuccess && !isPlaceholderData;
  const isBeyond = useLastPage(list, isKnown ? pageCount(total, PAGE_SIZE) : null);
  const user = useRouteLoaderData<AuthStatus>('console')?.user;
  const [shown, setShown] = useState<Shown | null>(null);
  const actionsOf = useAccountActions({
    ownId: user?.id,
    onEdit: (edited) => setShown({ edited }),
    onTokens: (tokensOf) => setShown({ tokensOf }),
    onLink: (linked, link) => setShown({ linked, link }),
  });
  const queries = useQueryClient();
  const refresh = () => Promise.all([accounts.refetch(), queries.invalidateQueries(signupRequestsQuery)]);

  return (
    <Screen title="Accounts">
      <ScreenHeader title="Accounts" hasTimes>
        <RefreshButton isFetching={accounts.isFetching} onClick={() => void refresh()} />
        <Only roles={ADMINISTRATORS}>
          <Button
            variant="default"
            leftSection={<IconRobot size={16} aria-hidden />}
            onClick={() => setShown({ added: 'service' })}
          >
            Add service account
          </Button>
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setShown({ added: 'person' })}
          >
            Invite
          </Button>
        </Only>
      </ScreenHeader>
      {isError && (
        <LoadFailure>
          The accounts could not be loaded{data ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      <RequestsSection onApprove={(requested) => setShown({ requested })} />
      <Box mb="md">
        <SearchField label="Search accounts" value={text} onSearch={list.find} />
      </Box>
      <AccountsTable
        accounts={data?.accounts ?? (isError ? [] : undefined)}
        isOutdated={isPlaceholderData || isBeyond}
        ownId={user?.id}
        empty={isError ? 'No data' : 'No accounts match this search.'}
        actionsOf={actionsOf}
      />
      {total > PAGE_SIZE && (
        <Pages page={page} pageSize={PAGE_SIZE} total={total} noun="account" onPage={list.goTo} />
      )}
      {isKnown && total === 1 && text === '' && (
        <Text c="dimmed" mt="md">
          You have the only account so far. Invite your colleagues: each gets a role and chooses a password.
        </Text>
      )}
      {shown !== null && (
        <AccountDialog key={Object.keys(shown)[0]} shown={shown} ownId={user?.id} onShow={setShown} />
      )}
    </Screen>
  );
}
