/** A list of entries as a table, or as cards where space is limited; its columns carry their cells, and a menu may end each row. */
import { Text } from '@mantine/core';
import { ADMINISTRATORS, type Role } from '@textprobe/domain/roles';
import type { ComponentProps, Key, ReactNode } from 'react';
import { ListCell, ListRow, ListTable } from './list-table.tsx';
import { useMay } from './role.tsx';
import { type RowAction, RowMenu } from './row-menu.tsx';
import { SortButton, type Sorted } from './sort-button.tsx';

export interface EntryColumn<Entry> extends Pick<ComponentProps<typeof ListCell>, 'card' | 'className'> {
  readonly cell: (entry: Entry) => ReactNode;
  /** In pixels, or as CSS has it. */
  readonly width?: number | string | undefined;
  /** What the header has instead of the label. It stays above the cards. */
  readonly head?: ReactNode;
  readonly sorted?: Sorted | undefined;
  readonly onSort?: () => void;
}

interface EntryTableProps<Entry>
  extends Pick<ComponentProps<typeof ListTable>, 'aria-label' | 'aria-labelledby' | 'empty'> {
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined;
  /** Default: its id. */
  readonly keyOf?: (entry: Entry) => Key;
  /** The entries belong to another page or search. */
  readonly isOutdated?: boolean;
  readonly skeletonRows?: number;
  readonly rowClassName?: string | undefined;
  /** The cells by the label of their column. A function is the cell of a plain column; the first one has the name. */
  readonly columns: Readonly<Record<string, EntryColumn<Entry>['cell'] | EntryColumn<Entry>>>;
  /** What the menu of an entry is called. */
  readonly menuName?: (entry: Entry) => string;
  /** Without any, an entry has no menu. */
  readonly actionsOf?: (entry: Entry) => readonly RowAction[];
  /** Who has menus; default: administrators. */
  readonly menuRoles?: readonly Role[];
}

export function EntryTable<Entry extends object>(props: EntryTableProps<Entry>) {
  const { entries, isOutdated = false, skeletonRows = 5, rowClassName, columns, ...rest } = props;
  const { keyOf = idOf, menuName, actionsOf, menuRoles = ADMINISTRATORS, ...table } = rest;
  const hasMenu = useMay(menuRoles) && actionsOf !== undefined;
  const all = Object.entries(columns).map(([label, column], index): [string, EntryColumn<Entry>] => [
    label,
    typeof column === 'object' ? column : { cell: column, card: index === 0 ? 'name' : undefined },
  ]);
  if (hasMenu) {
    const menuOf = (entry: Entry) => {
      const actions = actionsOf(entry);
      return actions.length > 0 && <RowMenu of={menuName?.(entry) ?? ''} actions={actions} />;
    };
    all.push(['Actions', { cell: menuOf, card: 'end', width: 76 }]);
  }
  return (
    <ListTable
      {...table}
      columns={all.map(([label, { width, head, sorted, onSort }]) => [
        label,
        {
          style: { width, ...(label === 'Actions' && { textAlign: 'right' }) },
          'aria-sort': sorted,
          'data-card': head === undefined ? undefined : true,
          children:
            sorted && onSort ? <SortButton label={label} sorted={sorted} onSort={onSort} /> : (head ?? label),
        },
      ])}
      rowClassName={rowClassName}
      isLoading={entries === undefined}
      skeletonRows={skeletonRows}
      isOutdated={isOutdated}
      rows={(entries ?? []).map((entry) => (
        <ListRow key={keyOf(entry)} className={rowClassName}>
          {all.map(([label, { cell, card, className }]) => (
            <ListCell key={label} label={label} card={card} className={className}>
              {cell(entry)}
            </ListCell>
          ))}
        </ListRow>
      ))}
    />
  );
}

function idOf(entry: object): Key {
  return 'id' in entry ? String(entry.id) : '';
}

/** A second line of a cell. */
export function CellNote({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}
