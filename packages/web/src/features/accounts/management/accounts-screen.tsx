/** Accounts (/settings/accounts): who may log in, with which role and partners; invitations and reset links (ACCT-4). Auditors only read. */
import { Box, Button, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { AuthStatus } from '../../../api/accounts.ts';
import { getAccounts } from '../../../api/managed-accounts.ts';
import { useAddress } from '../../../ui/address-search.ts';
import { addressCodec, searchText, withDefault } from '../../../ui/address-values.ts';
import { LoadFailure, RefreshButton } from '../../../ui/refresh-button.tsx';
import { Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { signupRequestsQuery } from '../requests-badge.tsx';
import { AccountDialog, type Shown } from './account-dialog.tsx';
import { matchingAccounts } from './account-words.ts';
import { AccountsTable } from './accounts-table.tsx';
import { RequestsSection } from './requests-section.tsx';
import { ACCOUNTS_KEY, useAccountActions } from './use-account-actions.tsx';

/** The number of accounts from which a search field is shown. */
const SEARCHED_FROM = 11;

const ADDRESS = addressCodec({ text: withDefault(searchText, '') });

export function AccountsScreen() {
  const accounts = useQuery({
    queryKey: ACCOUNTS_KEY,
    queryFn: ({ signal }) => getAccounts(signal),
    // Other administrators change them too.
    staleTime: 0,
  });
  const user = useRouteLoaderData<AuthStatus>('console')?.user;
  const [{ text }, setAddress] = useAddress(ADDRESS);
  const [shown, setShown] = useState<Shown | null>(null);
  const actionsOf = useAccountActions({
    ownId: user?.id,
    onEdit: (edited) => setShown({ edited }),
    onLink: (linked) => setShown({ linked }),
  });
  const queries = useQueryClient();
  const refresh = () => Promise.all([accounts.refetch(), queries.invalidateQueries(signupRequestsQuery)]);
  const all = accounts.data;
  const isSearched = text !== '' || (all?.length ?? 0) >= SEARCHED_FROM;

  return (
    <Screen title="Accounts">
      <ScreenHeader title="Accounts" hasTimes>
        <RefreshButton isFetching={accounts.isFetching} onClick={() => void refresh()} />
        <Only roles={ADMINISTRATORS}>
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setShown({ edited: null })}
          >
            Invite
          </Button>
        </Only>
      </ScreenHeader>
      {accounts.isError && (
        <LoadFailure>
          The accounts could not be loaded{all ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      <RequestsSection onApprove={(requested) => setShown({ requested })} />
      {isSearched && (
        <Box mb="md">
          <SearchField
            label="Search accounts"
            value={text}
            onSearch={(typed) => setAddress({ text: typed }, { replace: true })}
          />
        </Box>
      )}
      {(all !== undefined || accounts.isPending) && (
        <AccountsTable
          accounts={all === undefined ? undefined : matchingAccounts(all, text)}
          ownId={user?.id}
          empty="No accounts match this search."
          actionsOf={actionsOf}
        />
      )}
      {all?.length === 1 && (
        <Text c="dimmed" mt="md">
          You have the only account so far. Invite your colleagues: each gets a role and chooses a password.
        </Text>
      )}
      {shown !== null && (
        <AccountDialog
          key={'linked' in shown ? 'link' : 'form'}
          shown={shown}
          ownId={user?.id}
          onShow={setShown}
        />
      )}
    </Screen>
  );
}
