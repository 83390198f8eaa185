/** Accounts (/settings/accounts): who may log in, with which role and partners; invitations and reset links (ACCT-4). Auditors only read. */
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvitationBody, LinkedAccount, ManagedAccount } from '@textprobe/contract/account-management';
import type { SignupRequest } from '@textprobe/contract/signup-requests';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { AuthStatus } from '../../../api/accounts.ts';
import { createIntents } from '../../../api/intent.ts';
import { changeAccount, getAccounts, inviteAccount } from '../../../api/managed-accounts.ts';
import { useAddressSearch } from '../../../ui/address-search.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { DoneNotice } from '../../../ui/done-notice.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LoadFailure, RefreshButton } from '../../../ui/refresh-button.tsx';
import { Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { signupRequestsQuery } from '../open-requests.tsx';
import { AccountForm } from './account-form.tsx';
import { matchingAccounts } from './account-words.ts';
import classes from './accounts.module.css';
import { AccountsTable } from './accounts-table.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { LinkPanel } from './link-panel.tsx';
import { RequestsSection } from './requests-section.tsx';
import { ACCOUNTS_KEY, useAccountActions } from './use-account-actions.tsx';

/** The number of accounts from which a search field is shown. */
const SEARCHED_FROM = 11;

/** What the dialog shows: the form of an invitation or of an account, a new link, or a request to approve. */
type Shown =
  | { readonly edited: ManagedAccount | null }
  | { readonly linked: LinkedAccount }
  | { readonly requested: SignupRequest }
  | null;

export function AccountsScreen() {
  const accounts = useQuery({
    queryKey: ACCOUNTS_KEY,
    queryFn: ({ signal }) => getAccounts(signal),
    // Other administrators change them too.
    staleTime: 0,
  });
  const user = useRouteLoaderData<AuthStatus>('console')?.user;
  const [search, setSearch] = useAddressSearch();
  const [shown, setShown] = useState<Shown>(null);
  const [done, setDone] = useState<string | null>(null);
  const actions = useAccountActions({
    ownId: user?.id,
    onLink: (linked) => setShown({ linked }),
    onDone: setDone,
  });
  const queries = useQueryClient();
  const refresh = () => Promise.all([accounts.refetch(), queries.invalidateQueries(signupRequestsQuery)]);
  const all = accounts.data;
  const text = search.get('text') ?? '';
  const isSearched = text !== '' || (all?.length ?? 0) >= SEARCHED_FROM;
  const find = (wanted: string) =>
    setSearch(() => new URLSearchParams(wanted === '' ? {} : { text: wanted }), { replace: true });

  return (
    <Screen title="Accounts">
      <ScreenHeader title="Accounts" hasTimes>
        <RefreshButton isFetching={accounts.isFetching} onClick={() => void refresh()} />
        <Only roles={ADMINISTRATORS}>
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => {
              setDone(null);
              setShown({ edited: null });
            }}
          >
            Invite
          </Button>
        </Only>
      </ScreenHeader>
      <DoneNotice words={done} onDismiss={() => setDone(null)} />
      {accounts.isError && (
        <LoadFailure>
          The accounts could not be loaded{all ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      <RequestsSection
        onDone={setDone}
        onApprove={(requested) => {
          setDone(null);
          setShown({ requested });
        }}
      />
      {isSearched && (
        <div className={classes.search}>
          <SearchField label="Search accounts" value={text} onSearch={find} />
        </div>
      )}
      {(all !== undefined || accounts.isPending) && (
        <AccountsTable
          accounts={all === undefined ? undefined : matchingAccounts(all, text)}
          ownId={user?.id}
          empty="No accounts match this search."
          actions={actions}
          onEdit={(edited) => {
            setDone(null);
            setShown({ edited });
          }}
        />
      )}
      {all?.length === 1 && (
        <p className={classes.alone}>
          You have the only account so far. Invite your colleagues: each gets a role and chooses a password.
        </p>
      )}
      {shown !== null && (
        <AccountDialog
          key={'linked' in shown ? 'link' : 'form'}
          shown={shown}
          ownId={user?.id}
          onShow={setShown}
          onDone={setDone}
        />
      )}
    </Screen>
  );
}

interface AccountDialogProps {
  readonly shown: NonNullable<Shown>;
  readonly ownId: number | undefined;
  readonly onShow: (shown: Shown) => void;
  readonly onDone: (words: string) => void;
}

function AccountDialog({ shown, ownId, onShow, onDone }: AccountDialogProps) {
  const queries = useQueryClient();
  const [intents] = useState(createIntents);
  const close = () => onShow(null);
  if ('linked' in shown) {
    const { username, state } = shown.linked.account;
    const title = state === 'invited' ? `${username} is invited` : `Reset link for ${username}`;
    return (
      <FormDialog title={title} onClose={close}>
        <LinkPanel linked={shown.linked} onDone={close} />
      </FormDialog>
    );
  }
  if ('requested' in shown) {
    const { requested } = shown;
    return (
      <FormDialog title={`Approve ${requested.username}`} onClose={close}>
        <ApprovalForm requested={requested} onDone={onDone} onClose={close} />
      </FormDialog>
    );
  }
  const { edited } = shown;

  async function invite(draft: InvitationBody) {
    const linked = await inviteAccount(draft, intents.keyFor(draft));
    onShow({ linked });
    void queries.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  }

  async function change(account: ManagedAccount, { username, ...draft }: InvitationBody) {
    const losesRole = account.id === ownId && draft.role !== account.role;
    if (losesRole) {
      const details = (
        <p>You will no longer be able to manage accounts. Another administrator can change it back.</p>
      );
      const options = { confirmLabel: 'Change my role', danger: true, details };
      if (!(await dialogs.confirm('Change your own role?', options))) return;
    }
    await changeAccount(account.id, { ...draft, disabled: account.state === 'disabled' });
    // The frame and every screen were drawn for the former role.
    if (losesRole) return window.location.assign('/');
    onDone(`Saved ${username}.`);
    close();
    void queries.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  }

  return (
    <FormDialog title={edited === null ? 'Invite someone' : `Edit ${edited.username}`} onClose={close}>
      <AccountForm
        account={edited}
        submitLabel={edited === null ? 'Create invitation' : 'Save'}
        onSubmit={(draft) => (edited === null ? invite(draft) : change(edited, draft))}
        onCancel={close}
      />
    </FormDialog>
  );
}
