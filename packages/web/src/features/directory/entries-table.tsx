/** The rows of a directory list: a table, or cards on narrow screens. */
import { Anchor, Group, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import type { Gateway } from '@textprobe/contract/gateways';
import { figure } from '@textprobe/domain/figures';
import { type ReactNode, useContext } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { ListCell, type ListColumn, ListRow, ListTable } from '../../ui/list-table.tsx';
import rows from '../../ui/named-rows.module.css';
import { AccountRole } from '../../ui/role.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { SortButton } from '../../ui/sort-button.tsx';
import classes from './directory.module.css';
import { isSortable, sortedBy } from './directory-address.ts';
import { evidenceLabel, managerName, partnerOf } from './entry-words.ts';
import { COLUMN_LABELS, type Column, KINDS, mayChange } from './kinds.ts';
import { RetiredBadge } from './retired-badge.tsx';
import type { EntryActions } from './use-entry-actions.tsx';

interface EntriesTableProps {
  readonly kind: DirectoryKind;
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined;
  readonly order: string;
  /** The rows belong to another page or search. */
  readonly isOutdated: boolean;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  readonly actions: EntryActions;
  readonly onEdit: (entry: Entry) => void;
  readonly onSort: (column: Column) => void;
}

export function EntriesTable(props: EntriesTableProps) {
  const { kind, entries, order, isOutdated, empty, actions, onEdit, onSort } = props;
  const { title, columns, roles } = KINDS[kind];
  const role = useContext(AccountRole);
  const hasActions = roles.includes(role);
  // Already loaded by the frame.
  const gateways = useGateways({ inFrame: true }).query.data ?? [];

  const heads = columns.map((column): ListColumn => {
    const label = COLUMN_LABELS[column];
    const className = `${classes.head} ${classes[column] ?? ''}`;
    if (!isSortable(kind, column)) return [label, className];
    const sorted = sortedBy(order, column);
    const button = <SortButton label={label} sorted={sorted} onSort={() => onSort(column)} />;
    return [label, `${className} ${classes.sortable}`, button, sorted];
  });
  return (
    <ListTable
      aria-label={title}
      columns={hasActions ? [...heads, ['Actions', `${classes.head} ${rows.actionsColumn}`]] : heads}
      rowClassName={rows.row}
      isLoading={entries === undefined}
      skeletonRows={8}
      isOutdated={isOutdated}
      empty={empty}
      rows={(entries ?? []).map((entry) => {
        const isMine = mayChange(kind, entry, role);
        return (
          <ListRow key={entry.id} className={rows.row}>
            {columns.map((column) => (
              <ListCell
                key={column}
                label={COLUMN_LABELS[column]}
                className={column === 'name' ? rows.name : undefined}
              >
                {CELLS[column](entry, { kind, gateways, onEdit: isMine ? onEdit : undefined })}
              </ListCell>
            ))}
            {hasActions && (
              <ListCell label="Actions" className={rows.actions}>
                {isMine && <RowMenu of={entry.name} actions={actionsOf(entry, actions, onEdit)} />}
              </ListCell>
            )}
          </ListRow>
        );
      })}
    />
  );
}

function actionsOf(entry: Entry, actions: EntryActions, onEdit: (entry: Entry) => void): RowAction[] {
  return [
    ['Edit', IconPencil, () => onEdit(entry)],
    entry.retired
      ? ['Restore', IconArchiveOff, () => actions.restore(entry)]
      : ['Retire', IconArchive, () => actions.retire(entry)],
    ['Delete', IconTrash, () => actions.remove(entry)],
  ];
}

interface CellContext {
  readonly kind: DirectoryKind;
  readonly gateways: readonly Gateway[];
  /** Absent if the account may not change the entry. */
  readonly onEdit: ((entry: Entry) => void) | undefined;
}

/** A parent's name links to all entries of this kind below it. */
const CELLS: Readonly<Record<Column, (entry: Entry, context: CellContext) => ReactNode>> = {
  name: (entry, { kind, onEdit }) => (
    <Group gap="2px 8px" align="baseline">
      <Name kind={kind} entry={entry} onEdit={onEdit} />
      <RetiredBadge entry={entry} />
    </Group>
  ),
  clients: ({ id, name }) => (
    <CellLink to={`/directory/clients?partnerId=${id}`} aria-label={`Show clients of ${name}`}>
      Show clients
    </CellLink>
  ),
  offices: ({ id, name, offices = 0 }, { kind }) => (
    <CellLink
      to={`/directory/offices?${kind === 'partners' ? 'partnerId' : 'clientId'}=${id}`}
      aria-label={`${figure(offices)}, offices of ${name}`}
    >
      {figure(offices)}
    </CellLink>
  ),
  limit: ({ limitPerDay }) => (typeof limitPerDay === 'number' ? figure(limitPerDay) : <Soft>No limit</Soft>),
  client: ({ parents: [client] }, { kind }) =>
    client && <CellLink to={`/directory/${kind}?clientId=${client.id}`}>{client.name}</CellLink>,
  partner: (entry, { kind }) => {
    const partner = partnerOf(entry);
    if (partner === undefined) return <Soft>All partners</Soft>;
    return <CellLink to={`/directory/${kind}?partnerId=${partner.id}`}>{partner.name}</CellLink>;
  },
  phoneNumber: ({ phoneNumber }) => phoneNumber,
  manager: (entry) => managerName(entry) || '–',
  gateway: ({ gatewayId }, { gateways }) =>
    typeof gatewayId === 'number' ? (
      (gateways.find(({ id }) => id === gatewayId)?.name ?? `Gateway ${gatewayId}`)
    ) : (
      <Soft>Default</Soft>
    ),
  carrier: ({ carrier }) => carrier,
  evidence: ({ evidence }) => evidenceLabel(evidence),
};

/** A phone's name links to its page. The other kinds have no page, so their names open the form. */
function Name({ kind, entry, onEdit }: Omit<CellContext, 'gateways'> & { readonly entry: Entry }) {
  const { id, name } = entry;
  if (kind === 'phones')
    return (
      <Anchor component={Link} inherit fw={600} c="inherit" to={`/directory/phones/${id}`}>
        {name}
      </Anchor>
    );
  if (onEdit === undefined) return <strong>{name}</strong>;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      fw={600}
      c="inherit"
      ta="left"
      onClick={() => onEdit(entry)}
    >
      {name}
    </Anchor>
  );
}

function CellLink(props: LinkProps) {
  return <Anchor component={Link} inherit c="inherit" underline="always" {...props} />;
}

function Soft({ children }: { readonly children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}
