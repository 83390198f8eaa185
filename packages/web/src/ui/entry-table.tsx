/** A list of entries as a table, or as cards where space is limited: each begins with its name and, for administrators, ends with a menu. */
import { Text } from '@mantine/core';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import type { ReactNode } from 'react';
import { ListCell, ListRow, ListTable } from './list-table.tsx';
import rows from './named-rows.module.css';
import { useMay } from './role.tsx';
import { type RowAction, RowMenu } from './row-menu.tsx';

interface EntryTableProps<Entry> {
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined;
  /** The entries belong to another page or search. */
  readonly isOutdated?: boolean;
  readonly skeletonRows?: number;
  /** Shown if there are no entries. */
  readonly empty: ReactNode;
  /** The cells by the label of their column. The first has the name. */
  readonly columns: Readonly<Record<string, (entry: Entry) => ReactNode>>;
  /** What the menu of an entry is called. */
  readonly menuName: (entry: Entry) => string;
  readonly actionsOf: (entry: Entry) => readonly RowAction[];
}

export function EntryTable<Entry extends { readonly id: number | string }>({
  entries,
  isOutdated = false,
  skeletonRows = 5,
  columns,
  menuName,
  actionsOf,
  ...table
}: EntryTableProps<Entry>) {
  const hasMenu = useMay(ADMINISTRATORS);
  const cells = Object.entries(columns);
  return (
    <ListTable
      {...table}
      columns={[
        ...cells.map(([label]) => [label] as const),
        ...(hasMenu ? [['Actions', rows.actionsColumn] as const] : []),
      ]}
      rowClassName={rows.row}
      isLoading={entries === undefined}
      skeletonRows={skeletonRows}
      isOutdated={isOutdated}
      rows={(entries ?? []).map((entry) => (
        <ListRow key={entry.id} className={rows.row}>
          {cells.map(([label, cell], index) => (
            <ListCell key={label} label={label} className={index === 0 ? rows.name : undefined}>
              {cell(entry)}
            </ListCell>
          ))}
          {hasMenu && (
            <ListCell label="Actions" className={rows.actions}>
              <RowMenu of={menuName(entry)} actions={actionsOf(entry)} />
            </ListCell>
          )}
        </ListRow>
      ))}
    />
  );
}

/** A second line of a cell. */
export function CellNote({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}
