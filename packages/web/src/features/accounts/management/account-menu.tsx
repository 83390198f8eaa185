/** The actions of an account's row, in a menu. */
import { IconBan, IconCheck, IconLink, IconLogout, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ManagedAccount } from '@textprobe/contract/account-management';
import { type RowAction, RowMenu } from '../../../ui/row-menu.tsx';
import type { AccountActions } from './use-account-actions.tsx';

interface AccountMenuProps {
  readonly account: ManagedAccount;
  readonly actions: AccountActions;
  readonly onEdit: (account: ManagedAccount) => void;
}

export function AccountMenu(props: AccountMenuProps) {
  return <RowMenu of={props.account.username} actions={actionsOf(props)} />;
}

function actionsOf({ account, actions, onEdit }: AccountMenuProps): readonly RowAction[] {
  const { state, lastLoginAt } = account;
  const edit: RowAction = ['Edit', IconPencil, () => onEdit(account)];
  const disable: RowAction = ['Disable', IconBan, () => actions.disable(account)];
  const remove: RowAction = ['Remove invitation', IconTrash, () => actions.removeInvitation(account)];
  if (state === 'invited')
    return [edit, ['New link', IconLink, () => actions.createLink(account)], disable, remove];
  if (state === 'disabled') {
    // Whether it was ever accepted is unknown here: if it was, the server refuses to remove it, and says so.
    const never = lastLoginAt === null ? [remove] : [];
    return [edit, ['Enable', IconCheck, () => actions.enable(account)], ...never];
  }
  return [
    edit,
    ['Reset link', IconLink, () => actions.createLink(account)],
    ['End sessions', IconLogout, () => actions.endSessions(account)],
    disable,
  ];
}
