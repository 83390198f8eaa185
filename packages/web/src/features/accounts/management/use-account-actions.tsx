/** The actions on one account from its row; they ask for confirmation where something is lost (ACCT-4). */
import { useQueryClient } from '@tanstack/react-query';
import type { LinkedAccount, ManagedAccount } from '@textprobe/contract/account-management';
import { isUnproven } from '../../../api/http.ts';
import {
  changeAccount,
  createAccountLink,
  deleteInvitation,
  endAccountSessions,
} from '../../../api/managed-accounts.ts';
import { dialogs } from '../../../ui/dialogs.tsx';

export const ACCOUNTS_KEY = ['accounts'];

export interface AccountActions {
  readonly disable: (account: ManagedAccount) => Promise<void>;
  readonly enable: (account: ManagedAccount) => Promise<void>;
  readonly createLink: (account: ManagedAccount) => Promise<void>;
  readonly endSessions: (account: ManagedAccount) => Promise<void>;
  readonly removeInvitation: (account: ManagedAccount) => Promise<void>;
}

interface Options {
  /** The user's own account. */
  readonly ownId: number | undefined;
  readonly onLink: (linked: LinkedAccount) => void;
  /** What was done, as a sentence. */
  readonly onDone: (words: string) => void;
}

export function useAccountActions({ ownId, onLink, onDone }: Options): AccountActions {
  const queries = useQueryClient();

  async function run(what: string, act: () => Promise<string | null>): Promise<void> {
    try {
      const done = await act();
      if (done !== null) onDone(done);
    } catch (error) {
      if (isUnproven(error)) return;
      console.error(`Failed to ${what}`, error);
      await dialogs.alert(`Failed to ${what}.`, error);
    } finally {
      await queries.invalidateQueries({ queryKey: ACCOUNTS_KEY });
    }
  }

  const setDisabled = ({ id, name, role, partnerIDs }: ManagedAccount, disabled: boolean) =>
    changeAccount(id, { name, role, partnerIDs, disabled });

  return {
    async disable(account) {
      const { id, username } = account;
      const isOwn = id === ownId;
      const question = isOwn ? 'Disable your own account?' : `Disable ${username}?`;
      const details = (
        <p>
          {isOwn
            ? 'You will be logged out, and only another administrator can enable your account again.'
            : 'All sessions and any open link end. The account can be enabled again.'}
        </p>
      );
      if (!(await dialogs.confirm(question, { confirmLabel: 'Disable', danger: true, details }))) return;
      await run(`disable ${username}`, async () => {
        await setDisabled(account, true);
        return `Disabled ${username}.`;
      });
    },
    enable: (account) =>
      run(`enable ${account.username}`, async () => {
        await setDisabled(account, false);
        return `Enabled ${account.username}.`;
      }),
    createLink: (account) =>
      run(`create a link for ${account.username}`, async () => {
        onLink(await createAccountLink(account.id));
        return null;
      }),
    async endSessions({ id, username }) {
      const question = id === ownId ? 'End all your sessions?' : `End all sessions of ${username}?`;
      const details = <p>{id === ownId ? 'You' : username} will be logged out on every device.</p>;
      if (!(await dialogs.confirm(question, { confirmLabel: 'End sessions', danger: true, details }))) return;
      await run(`end the sessions of ${username}`, async () => {
        await endAccountSessions(id);
        return `All sessions of ${username} have ended.`;
      });
    },
    async removeInvitation({ id, username }) {
      const question = `Remove the invitation for ${username}?`;
      const details = <p>Its link stops working, and the username is free again.</p>;
      const options = { confirmLabel: 'Remove invitation', danger: true, details };
      if (!(await dialogs.confirm(question, options))) return;
      await run(`remove the invitation for ${username}`, async () => {
        await deleteInvitation(id);
        return `Removed the invitation for ${username}.`;
      });
    },
  };
}
