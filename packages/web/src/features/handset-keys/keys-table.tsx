/** The valid handset keys, one per row: a table, or cards on narrow screens. */
import { IconBan, IconPencil, IconRefresh } from '@tabler/icons-react';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { keyName, markOf } from '../../handsets/key-words.ts';
import { ListCell, type ListColumn, ListRow, ListTable } from '../../ui/list-table.tsx';
import rows from '../../ui/named-rows.module.css';
import { relativeTimestamp } from '../../ui/relative-time.ts';
import { useMay } from '../../ui/role.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import classes from './handset-keys.module.css';
import type { KeyActions } from './use-key-actions.tsx';

const COLUMNS: readonly ListColumn[] = [
  ['Label'],
  ['Phone'],
  ['Created by', classes.makerColumn],
  ['Created', classes.timeColumn],
  ['Last use', classes.useColumn],
];
const ACTIONS: ListColumn = ['Actions', rows.actionsColumn];

interface KeysTableProps {
  /** Undefined while loading. */
  readonly keys: readonly HandsetKey[] | undefined;
  /** The rows belong to another page or search. */
  readonly isOutdated: boolean;
  readonly empty: ReactNode;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly actions: KeyActions;
  readonly onRename: (key: HandsetKey) => void;
}

export function KeysTable({ keys, isOutdated, empty, now, actions, onRename }: KeysTableProps) {
  const mayChange = useMay(ADMINISTRATORS);
  return (
    <ListTable
      aria-label="Handset keys"
      columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
      rowClassName={`${rows.row} ${classes.row}`}
      isLoading={keys === undefined}
      skeletonRows={5}
      isOutdated={isOutdated}
      empty={empty}
      rows={(keys ?? []).map((key) => (
        <ListRow key={key.id} className={`${rows.row} ${classes.row}`}>
          <ListCell label="Label" className={rows.name}>
            <strong>{keyName(key)}</strong>
            {key.label !== '' && <span className={classes.soft}>Key {key.id}</span>}
          </ListCell>
          <ListCell label="Phone">
            <Link to={`/directory/phones/${key.phoneID}`}>{key.phoneName}</Link>
          </ListCell>
          <ListCell label="Created by">{key.madeBy ?? '–'}</ListCell>
          <ListCell label="Created" className={classes.figures}>
            {relativeTimestamp(key.createdAt, now)}
          </ListCell>
          <ListCell label="Last use" className={classes.figures}>
            <LastUse of={key} now={now} />
          </ListCell>
          {mayChange && (
            <ListCell label="Actions" className={rows.actions}>
              <RowMenu of={`key ${key.id}`} actions={actionsOf(key, actions, onRename)} />
            </ListCell>
          )}
        </ListRow>
      ))}
    />
  );
}

/** When a key or source was last used, and what to know about it. @param props.now epoch milliseconds */
export function LastUse({ of, now }: { of: Parameters<typeof markOf>[0]; now: number }) {
  const mark = markOf(of, now);
  return (
    <>
      {of.lastUsedAt === null ? 'Never' : relativeTimestamp(of.lastUsedAt, now)}
      {mark !== null && <span className={classes.mark}>{mark}</span>}
    </>
  );
}

/** A rotated key cannot be rotated again: it already has a successor. */
function actionsOf(key: HandsetKey, actions: KeyActions, onRename: (key: HandsetKey) => void) {
  const rename: RowAction = ['Rename', IconPencil, () => onRename(key)];
  const rotate: RowAction = ['Rotate', IconRefresh, () => actions.rotate(key)];
  const revoke: RowAction = ['Revoke', IconBan, () => actions.revoke(key)];
  return key.revokedAt === null ? [rename, rotate, revoke] : [rename, revoke];
}
