/** The dialog of Accounts: the form of a new or changed account, a new link, the tokens of an account, or a request to approve. */
import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ManagedAccount, NewAccountLink } from '@textprobe/contract/account-management';
import type { SignupRequest } from '@textprobe/contract/signup-requests';
import { formatDateTime } from '@textprobe/domain/display';
import { useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import { changeAccount, createServiceAccount, inviteAccount } from '../../../api/managed-accounts.ts';
import { signOnName } from '../../../api/sign-on.ts';
import { approveSignup } from '../../../api/signup-requests.ts';
import { CopyOnce } from '../../../ui/copy-once.tsx';
import { dialogs } from '../../../ui/dialogs.tsx';
import { DialogButtons, FormDialog } from '../../../ui/form-dialog.tsx';
import { signupRequestsQuery } from '../requests-badge.tsx';
import { type AccountDraft, AccountForm } from './account-form.tsx';
import { mailWords } from './account-words.ts';
import { TokensDialog } from './tokens-dialog.tsx';
import { ACCOUNTS_KEY } from './use-account-actions.tsx';

export type Shown =
  | { readonly added: 'person' | 'service' }
  | { readonly edited: ManagedAccount }
  | { readonly linked: ManagedAccount; readonly link: NewAccountLink }
  | { readonly tokensOf: ManagedAccount }
  | { readonly requested: SignupRequest };

const ADDED = {
  person: { title: 'Invite someone', submitLabel: 'Create invitation' },
  service: { title: 'Add a service account', submitLabel: 'Add service account' },
} as const;

interface AccountDialogProps {
  readonly shown: Shown;
  /** The user's own account. */
  readonly ownId: number | undefined;
  readonly onShow: (shown: Shown | null) => void;
}

export function AccountDialog({ shown, ownId, onShow }: AccountDialogProps) {
  const queries = useQueryClient();
  const [intents] = useState(createIntents);
  const close = () => onShow(null);

  function finish(words: string) {
    notifications.show({ message: words });
    close();
    void queries.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  }

  async function invite(draft: AccountDraft) {
    const account = await inviteAccount(draft, intents.keyFor(draft));
    const { inviteUrl: url, inviteExpiresAt: expiresAt, mail } = account;
    onShow({ linked: account, link: { url, expiresAt, mail } });
    void queries.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  }

  /** Then shows its tokens: it is of no use without one. */
  async function addService(draft: AccountDraft) {
    const account = await createServiceAccount(draft, intents.keyFor(draft));
    finish(`Added ${account.username}.`);
    onShow({ tokensOf: account });
  }

  async function change(account: ManagedAccount, { username, ...draft }: AccountDraft) {
    const losesRole = account.id === ownId && draft.role !== account.role;
    if (losesRole) {
      const details = (
        <p>You will no longer be able to manage accounts. Another administrator can change it back.</p>
      );
      const options = { confirmLabel: 'Change my role', danger: true, details };
      if (!(await dialogs.confirm('Change your own role?', options))) return;
    }
    await changeAccount(account.id, draft);
    // The frame and every screen were drawn for the former role.
    if (losesRole) return window.location.assign('/');
    finish(`Saved ${username}.`);
  }

  async function approve({ id }: SignupRequest, { username, ...draft }: AccountDraft) {
    try {
      await approveSignup(id, draft);
    } finally {
      // Also after a refusal: another administrator may have decided.
      void queries.invalidateQueries(signupRequestsQuery);
    }
    finish(`${username} has an account and can log in.`);
  }

  if ('linked' in shown) return <NewLink account={shown.linked} link={shown.link} onClose={close} />;
  if ('tokensOf' in shown) {
    const { tokensOf } = shown;
    return <TokensDialog account={tokensOf} isOwn={tokensOf.id === ownId} onClose={close} />;
  }
  if ('requested' in shown) {
    const { requested } = shown;
    const { username, email } = requested;
    return (
      <FormDialog title={`Approve ${username}`} onClose={close}>
        <AccountForm
          // No partner is chosen: anyone could have sent the request.
          account={{ username, name: '', email, role: 'viewer', partnerIds: [], limitPerDay: null }}
          submitLabel="Create account"
          onSubmit={(draft) => approve(requested, draft)}
          onCancel={close}
        />
      </FormDialog>
    );
  }
  if ('added' in shown) {
    const { title, submitLabel } = ADDED[shown.added];
    const isService = shown.added === 'service';
    return (
      <FormDialog title={title} onClose={close}>
        <AccountForm
          account={null}
          isService={isService}
          submitLabel={submitLabel}
          onSubmit={isService ? addService : invite}
          onCancel={close}
        />
      </FormDialog>
    );
  }
  const { edited } = shown;
  return (
    <FormDialog title={`Edit ${edited.username}`} onClose={close}>
      <AccountForm
        account={edited}
        managedBy={edited.signOn ? signOnName() : null}
        isService={edited.service}
        submitLabel="Save"
        onSubmit={(draft) => change(edited, draft)}
        onCancel={close}
      />
    </FormDialog>
  );
}

interface NewLinkProps {
  readonly account: ManagedAccount;
  readonly link: NewAccountLink;
  readonly onClose: () => void;
}

/** A new link, shown once: to copy and pass on, also if it was mailed. */
function NewLink({ account, link: { url, expiresAt, mail }, onClose }: NewLinkProps) {
  const mailed = mailWords(mail, account.email);
  const isInvitation = account.state === 'invited';
  const title = isInvitation ? `${account.username} is invited` : `Reset link for ${account.username}`;
  return (
    <FormDialog title={title} onClose={onClose}>
      <Stack gap="sm">
        {mailed !== null && <Text role={mail.state === 'failed' ? 'alert' : undefined}>{mailed}</Text>}
        <Text>
          {mail.state !== 'sent' && `Send this link to ${account.name || account.username}. `}
          {mail.state === 'sent' ? 'The link' : 'It'} works once within {isInvitation ? '72' : '24'} hours,
          until {formatDateTime(expiresAt)}.
          {!isInvitation && ' The old password works until a new one is chosen.'}
        </Text>
        <CopyOnce label={isInvitation ? 'Invitation link' : 'Reset link'} value={url} isFirst />
        <Text>
          It is not shown again. You can create a new one at any time; the earlier link then stops working.
        </Text>
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </FormDialog>
  );
}
