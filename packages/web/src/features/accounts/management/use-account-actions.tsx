/** The actions on an account from its row; they ask for confirmation where something is lost (ACCT-4). Auditors have only its audit trail. */
import {
  IconBan,
  IconCheck,
  IconDeviceMobileOff,
  IconHistory,
  IconKey,
  IconLink,
  IconLogout,
  IconPencil,
  IconTrash,
  IconUserSearch,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ManagedAccount, NewAccountLink } from '@textprobe/contract/account-management';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useNavigate } from 'react-router';
import {
  createAccountLink,
  deleteInvitation,
  disableAccount,
  enableAccount,
  endAccountSessions,
  resetTwoFactor,
} from '../../../api/managed-accounts.ts';
import { auditByAccount, auditOfObject } from '../../../ui/audit-address.ts';
import { useListAction } from '../../../ui/list-action.tsx';
import { useMay } from '../../../ui/role.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';

export const ACCOUNTS_KEY = ['accounts'];

const STOPS =
  'All sessions and any open link end, and tokens stop working. The account can be enabled again.';
const OWN_STOPS = 'You will be logged out, and only another administrator can enable your account again.';
const SERVICE_STOPS = 'Its tokens stop working at once. The account can be enabled again.';

interface Options {
  /** The user's own account. */
  readonly ownId: number | undefined;
  readonly onEdit: (account: ManagedAccount) => void;
  readonly onTokens: (account: ManagedAccount) => void;
  readonly onLink: (account: ManagedAccount, link: NewAccountLink) => void;
}

/** @returns what can be done with an account */
export function useAccountActions({ ownId, onEdit, onTokens, onLink }: Options) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay(ADMINISTRATORS);
  const run = useListAction(() => queries.invalidateQueries({ queryKey: ACCOUNTS_KEY }));

  const auditOf = ({ id }: ManagedAccount): readonly RowAction[] => [
    ['Changes to this account', IconHistory, () => navigate(auditOfObject('account', id))],
    ['Actions by this account', IconUserSearch, () => navigate(auditByAccount(id))],
  ];

  const changesOf = (account: ManagedAccount): readonly RowAction[] => {
    const { id, username, service, state, lastLoginAt, twoFactor } = account;
    const isOwn = id === ownId;

    const edit: RowAction = ['Edit', IconPencil, () => onEdit(account)];
    const tokens: RowAction = ['Tokens', IconKey, () => onTokens(account)];
    const enable = () =>
      run({ what: `enable ${username}`, act: () => enableAccount(id), done: `Enabled ${username}.` });
    const disable = () =>
      run({
        what: `disable ${username}`,
        question: {
          text: isOwn ? 'Disable your own account?' : `Disable ${username}?`,
          confirmLabel: 'Disable',
          details: service ? SERVICE_STOPS : isOwn ? OWN_STOPS : STOPS,
        },
        act: () => disableAccount(id),
        done: `Disabled ${username}.`,
      });
    const createLink = () =>
      run({
        what: `create a link for ${username}`,
        act: async () => onLink(account, await createAccountLink(id)),
      });
    const endSessions = () =>
      run({
        what: `end the sessions of ${username}`,
        question: {
          text: isOwn ? 'End all your sessions?' : `End all sessions of ${username}?`,
          confirmLabel: 'End sessions',
          details: `${isOwn ? 'You' : username} will be logged out on every device.`,
        },
        act: () => endAccountSessions(id),
        done: `All sessions of ${username} have ended.`,
      });
    const reset: RowAction = [
      'Reset two-factor login',
      IconDeviceMobileOff,
      () =>
        run({
          what: `reset two-factor login of ${username}`,
          question: {
            text: isOwn ? 'Reset your two-factor login?' : `Reset two-factor login of ${username}?`,
            confirmLabel: 'Reset',
            details: `The password alone will be enough to log in, until it is set up again. ${isOwn ? 'You' : username} will be logged out on every device.`,
          },
          act: () => resetTwoFactor(id),
          done: `Two-factor login of ${username} is off.`,
        }),
    ];
    const remove: RowAction = [
      'Remove invitation',
      IconTrash,
      () =>
        run({
          what: `remove the invitation for ${username}`,
          question: {
            text: `Remove the invitation for ${username}?`,
            confirmLabel: 'Remove invitation',
            details: 'Its link stops working, and the username is free again.',
          },
          act: () => deleteInvitation(id),
          done: `Removed the invitation for ${username}.`,
        }),
    ];

    switch (state) {
      case 'invited':
        return [edit, ['New link', IconLink, createLink], ['Disable', IconBan, disable], remove];
      case 'disabled':
        return [
          edit,
          tokens,
          ['Enable', IconCheck, enable],
          // Whether it was ever accepted is unknown here: if it was, the server refuses to remove it, and says so.
          ...(lastLoginAt === null && !service ? [remove] : []),
        ];
      case 'active':
        return [
          edit,
          tokens,
          ...(service
            ? []
            : ([
                ['Reset link', IconLink, createLink],
                ['End sessions', IconLogout, endSessions],
              ] as const)),
          ...(twoFactor ? [reset] : []),
          ['Disable', IconBan, disable],
        ];
    }
  };

  return (account: ManagedAccount) => [...(mayChange ? changesOf(account) : []), ...auditOf(account)];
}
