/** The rows of a directory list: a table, or cards on narrow screens. */
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { figure } from '@textprobe/domain/figures';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { ListCell, type ListColumn, ListRow, ListTable } from '../../ui/list-table.tsx';
import rows from '../../ui/named-rows.module.css';
import { AccountRole } from '../../ui/role.tsx';
import { SortButton } from '../../ui/sort-button.tsx';
import classes from './directory.module.css';
import { isSortable, sortedBy } from './directory-address.ts';
import { EntryMenu } from './entry-menu.tsx';
import { evidenceLabel, managerName, partnerOf, retiredWords } from './entry-words.ts';
import { COLUMN_LABELS, type Column, KINDS, mayChange } from './kinds.ts';
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
  const gateways = useGateways({ inFrame: true }).query.data;
  const gatewayName = (id: number) => gateways?.find((one) => one.id === id)?.name ?? `Gateway ${id}`;

  const heads = columns.map((column): ListColumn => {
    const label = COLUMN_LABELS[column];
    const className = `${classes.head} ${classes[`${column}Column`] ?? ''}`;
    if (!isSortable(kind, column)) return [label, className];
    const sorted = sortedBy(order, column);
    const button = <SortButton label={label} sorted={sorted} onSort={() => onSort(column)} />;
    return [label, `${className} ${classes.sortable}`, button, sorted];
  });
  return (
    <ListTable
      aria-label={title}
      columns={hasActions ? [...heads, ['Actions', `${classes.head} ${rows.actionsColumn}`]] : heads}
      rowClassName={`${rows.row} ${classes.row}`}
      isLoading={entries === undefined}
      skeletonRows={8}
      isOutdated={isOutdated}
      empty={empty}
      rows={(entries ?? []).map((entry) => {
        const isMine = mayChange(kind, entry, role);
        return (
          <ListRow key={entry.id} className={`${rows.row} ${classes.row}`}>
            {columns.map((column) => (
              <ListCell
                key={column}
                label={COLUMN_LABELS[column]}
                className={column === 'name' ? rows.name : classes[column]}
              >
                {column === 'name' ? (
                  <Name kind={kind} entry={entry} onEdit={isMine ? onEdit : undefined} />
                ) : column === 'gateway' ? (
                  gatewayWords(entry, gatewayName)
                ) : (
                  cellOf(kind, column, entry)
                )}
              </ListCell>
            ))}
            {hasActions && (
              <ListCell label="Actions" className={rows.actions}>
                {isMine && <EntryMenu entry={entry} actions={actions} onEdit={onEdit} />}
              </ListCell>
            )}
          </ListRow>
        );
      })}
    />
  );
}

interface NameProps {
  readonly kind: DirectoryKind;
  readonly entry: Entry;
  /** Absent if the account may not change it. */
  readonly onEdit: ((entry: Entry) => void) | undefined;
}

/** A phone's name links to its page. The other kinds have no page, so their names open the form. */
function Name({ kind, entry, onEdit }: NameProps) {
  const retired = retiredWords(entry);
  return (
    <div className={classes.named}>
      {kind === 'phones' ? (
        <Link to={`/directory/phones/${entry.id}`} className={classes.page ?? ''}>
          {entry.name}
        </Link>
      ) : onEdit === undefined ? (
        <strong>{entry.name}</strong>
      ) : (
        <button type="button" className={classes.edit} onClick={() => onEdit(entry)}>
          {entry.name}
        </button>
      )}
      {retired !== null && <span className={classes.badge}>{retired}</span>}
    </div>
  );
}

function gatewayWords({ gatewayId }: Entry, nameOf: (id: number) => string): ReactNode {
  return typeof gatewayId === 'number' ? nameOf(gatewayId) : <span className={classes.soft}>Default</span>;
}

/** A parent's name links to all entries of this kind below it. */
function cellOf(kind: DirectoryKind, column: Column, entry: Entry): ReactNode {
  const { id, name, offices = 0, limitPerDay } = entry;
  if (column === 'clients')
    return (
      <Link to={`/directory/clients?partnerId=${id}`} aria-label={`Show clients of ${name}`}>
        Show clients
      </Link>
    );
  if (column === 'offices') {
    const parent = kind === 'partners' ? 'partnerId' : 'clientId';
    return (
      <Link to={`/directory/offices?${parent}=${id}`} aria-label={`${figure(offices)}, offices of ${name}`}>
        {figure(offices)}
      </Link>
    );
  }
  if (column === 'client') {
    const [client] = entry.parents;
    return client && <Link to={`/directory/${kind}?clientId=${client.id}`}>{client.name}</Link>;
  }
  if (column === 'partner') {
    const partner = partnerOf(entry);
    if (partner === undefined) return <span className={classes.soft}>All partners</span>;
    return <Link to={`/directory/${kind}?partnerId=${partner.id}`}>{partner.name}</Link>;
  }
  if (column === 'limit')
    return typeof limitPerDay === 'number' ? (
      figure(limitPerDay)
    ) : (
      <span className={classes.soft}>No limit</span>
    );
  if (column === 'evidence') return evidenceLabel(entry.evidence);
  if (column === 'manager') return managerName(entry) || '–';
  if (column === 'phoneNumber') return entry.phoneNumber;
  return entry.carrier;
}
