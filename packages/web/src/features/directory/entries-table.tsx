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
import { type EntryColumn, EntryTable } from '../../ui/entry-table.tsx';
import { AccountRole } from '../../ui/role.tsx';
import type { RowAction } from '../../ui/row-menu.tsx';
import { TextButton } from '../../ui/text-button.tsx';
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
  // Already loaded by the frame.
  const gateways = useGateways({ inFrame: true }).query.data ?? [];
  const isMine = (entry: Entry) => mayChange(kind, entry, role);
  return (
    <EntryTable
      aria-label={title}
      entries={entries}
      isOutdated={isOutdated}
      skeletonRows={8}
      empty={empty}
      columns={Object.fromEntries(
        columns.map((column): [string, EntryColumn<Entry>] => [
          COLUMN_LABELS[column],
          {
            cell: (entry) =>
              CELLS[column](entry, { kind, gateways, onEdit: isMine(entry) ? onEdit : undefined }),
            card: column === 'name' ? 'name' : undefined,
            width: WIDTHS[column],
            sorted: isSortable(kind, column) ? sortedBy(order, column) : undefined,
            onSort: () => onSort(column),
          },
        ]),
      )}
      menuRoles={roles}
      menuName={({ name }) => name}
      actionsOf={(entry) => (isMine(entry) ? actionsOf(entry, actions, onEdit) : [])}
    />
  );
}

const WIDTHS: Partial<Record<Column, number>> = {
  clients: 120,
  offices: 120,
  limit: 120,
  phoneNumber: 140,
  carrier: 140,
  evidence: 140,
  gateway: 140,
};

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
    <TextButton fw={600} c="inherit" ta="left" underline="hover" onClick={() => onEdit(entry)}>
      {name}
    </TextButton>
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
