/** The rows of the audit trail: what happened to which object, who did it, and when. Each opens to its changes (AUDIT-3). */
import { Anchor, Badge, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { AuditRow } from '@textprobe/contract/audit';
import { auditWords } from '@textprobe/contract/audit-actions';
import { formatDateTime } from '@textprobe/domain/display';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { CellNote } from '../../ui/entry-table.tsx';
import list from '../../ui/list-table.module.css';
import { ListCell, ListRow, ListTable } from '../../ui/list-table.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { actorWords } from './audit-words.ts';
import { type AuditObject, useObjects } from './use-objects.ts';

const COLUMNS = [
  ['Action', { style: { width: '30%' } }],
  ['Object'],
  ['Account'],
  ['Address', { style: { width: 150 } }],
  ['Time', { style: { width: 160, textAlign: 'right' } }],
] as const;

interface AuditTableProps {
  readonly rows: readonly AuditRow[];
  readonly isLoading: boolean;
  /** They are of other filters. */
  readonly isOutdated: boolean;
  readonly empty: ReactNode;
}

export function AuditTable({ rows, ...table }: AuditTableProps) {
  const objectOf = useObjects(rows);
  return (
    <ListTable
      {...table}
      aria-label="Audit trail"
      columns={COLUMNS}
      rowClassName={undefined}
      skeletonRows={10}
      rows={rows.map((row) => <Row key={row.id} row={row} object={objectOf(row)} />)}
    />
  );
}

function Row({ row, object }: { readonly row: AuditRow; readonly object: AuditObject | null }) {
  const [isOpen, setOpen] = useState(false);
  const { id, at, action, token, address, outcome } = row;
  const detailId = `audit-${id}`;
  return (
    <>
      <ListRow>
        <ListCell label="Action" card="name">
          {/* A click anywhere in the row presses it. */}
          <UnstyledButton
            className={list.link}
            fz="inherit"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight
              size={16}
              style={{ marginRight: 4, verticalAlign: 'text-bottom', rotate: isOpen ? '90deg' : 'none' }}
              aria-hidden
            />
            {auditWords(action)}
          </UnstyledButton>{' '}
          {outcome === 'failed' && (
            <Badge color="red" variant="light" tt="none">
              Failed
            </Badge>
          )}
        </ListCell>
        <ListCell label="Object">{object === null ? '–' : <ObjectName {...object} />}</ListCell>
        <ListCell label="Account">
          {actorWords(row)}
          {token !== null && <CellNote>with token {token.name}</CellNote>}
        </ListCell>
        <ListCell label="Address">{address ?? '–'}</ListCell>
        <ListCell label="Time" card="end" className={list.figures}>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </ListCell>
      </ListRow>
      {isOpen && (
        <ListRow id={detailId}>
          <td role="cell" colSpan={COLUMNS.length} className={list.detail}>
            <AuditDetail row={row} />
          </td>
        </ListRow>
      )}
    </>
  );
}

function ObjectName({ words, name, to }: AuditObject) {
  const shown = name ?? words;
  return (
    <>
      {to === undefined ? (
        shown
      ) : (
        <Anchor component={Link} to={to} inherit c="inherit" underline="always" pos="relative">
          {shown}
        </Anchor>
      )}
      {name !== undefined && <CellNote>{words}</CellNote>}
    </>
  );
}
