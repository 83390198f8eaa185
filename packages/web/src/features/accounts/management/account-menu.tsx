/** The actions of an account's row, in a menu. */
import {
  IconBan,
  IconCheck,
  IconDotsVertical,
  IconLink,
  IconLogout,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { ManagedAccount } from '@textprobe/contract/account-management';
import menu from '../../../ui/menu.module.css';
import { useMenu } from '../../../ui/use-menu.ts';
import type { AccountActions } from './use-account-actions.tsx';

interface AccountMenuProps {
  readonly account: ManagedAccount;
  readonly actions: AccountActions;
  readonly onEdit: (account: ManagedAccount) => void;
}

export function AccountMenu({ account, actions, onEdit }: AccountMenuProps) {
  const { opened, button, list, close } = useMenu();
  const label = `Actions for ${account.username}`;
  return (
    <div className={menu.place}>
      <button type="button" className="icon-button" aria-label={label} {...button}>
        <IconDotsVertical size={18} stroke={1.7} aria-hidden />
      </button>
      {opened && (
        <div className={menu.list} aria-label={label} {...list}>
          {entriesOf(account, actions, onEdit).map(([words, Icon, act]) => (
            <button
              key={words}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={menu.entry}
              onClick={() => {
                close();
                act(account);
              }}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

type Entry = readonly [words: string, icon: typeof IconLink, act: (account: ManagedAccount) => unknown];

function entriesOf(
  { state, lastLoginAt }: ManagedAccount,
  actions: AccountActions,
  onEdit: AccountMenuProps['onEdit'],
): readonly Entry[] {
  const edit: Entry = ['Edit', IconPencil, onEdit];
  const remove: Entry = ['Remove invitation', IconTrash, actions.removeInvitation];
  if (state === 'invited')
    return [edit, ['New link', IconLink, actions.createLink], ['Disable', IconBan, actions.disable], remove];
  if (state === 'disabled') {
    // Whether it was ever accepted is unknown: the server refuses to remove it then, and says so.
    const never = lastLoginAt === null ? [remove] : [];
    return [edit, ['Enable', IconCheck, actions.enable], ...never];
  }
  return [
    edit,
    ['Reset link', IconLink, actions.createLink],
    ['End sessions', IconLogout, actions.endSessions],
    ['Disable', IconBan, actions.disable],
  ];
}
