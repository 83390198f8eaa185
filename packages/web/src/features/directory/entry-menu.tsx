/** The actions of an entry's row, in a menu. */
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Entry } from '../../api/directory-entries.ts';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import type { EntryActions } from './use-entry-actions.tsx';

interface EntryMenuProps {
  readonly entry: Entry;
  readonly actions: EntryActions;
  readonly onEdit: (entry: Entry) => void;
}

export function EntryMenu({ entry, actions, onEdit }: EntryMenuProps) {
  const change: RowAction = entry.retired
    ? ['Restore', IconArchiveOff, () => actions.restore(entry)]
    : ['Retire', IconArchive, () => actions.retire(entry)];
  return (
    <RowMenu
      of={entry.name}
      actions={[
        ['Edit', IconPencil, () => onEdit(entry)],
        change,
        ['Delete', IconTrash, () => actions.remove(entry)],
      ]}
    />
  );
}
