/** The table of executions: sortable headers, or a sort menu where they do not fit, and rows that open. */
import { NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { Test } from '@textprobe/contract/tests';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import { formatDateTime } from '@textprobe/domain/display';
import { Fragment, type MouseEvent, type ReactNode, useState } from 'react';
import list from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { SortButton } from '../../ui/sort-button.tsx';
import { MessageStatusBadge } from '../../ui/status-badge.tsx';
import { EvidencePair } from './evidence-signs.tsx';
import { ExecutionDetail } from './execution-detail.tsx';
import {
  EXECUTION_COLUMNS,
  type Execution,
  nextSorting,
  SORT_KEYS,
  type Sorting,
  type SortKey,
} from './execution-order.ts';
import classes from './executions.module.css';
import type { OpenMessages } from './use-open-messages.ts';

interface SortingProps {
  readonly sorting: Sorting | null;
  readonly onSorting: (sorting: Sorting | null) => void;
}

interface ExecutionsTableProps extends SortingProps {
  readonly executions: readonly Execution[];
  readonly test: Test;
  readonly messages: OpenMessages;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

export function ExecutionsTable(props: ExecutionsTableProps) {
  const { executions, test, messages, sorting, onSorting, empty } = props;
  return (
    <div className={classes.table}>
      <ListTable
        aria-labelledby="executions-title"
        columns={EXECUTION_COLUMNS.map(([key, label]) => {
          const chosen = sorting?.descending ? 'descending' : 'ascending';
          const sorted = sorting?.key === key ? chosen : 'none';
          const sort = () => onSorting(nextSorting(sorting, key));
          const button = <SortButton label={label} sorted={sorted} onSort={sort} />;
          return [label, { className: classes[key], 'aria-sort': sorted, children: button }];
        })}
        rowClassName={classes.row}
        isLoading={false}
        skeletonRows={0}
        isOutdated={false}
        rows={executions.map((execution) => (
          <ExecutionRow
            key={execution.log.testLogID}
            execution={execution}
            test={test}
            isOpen={messages.open.includes(execution.log.testLogID)}
            onOpen={messages.setOpen}
          />
        ))}
        empty={empty}
      />
    </div>
  );
}

interface ExecutionRowProps {
  readonly execution: Execution;
  readonly test: Test;
  readonly isOpen: boolean;
  readonly onOpen: OpenMessages['setOpen'];
}

/** One message: a row of facts that opens to show everything its ledgers contain. */
function ExecutionRow({ execution, test, isOpen, onOpen }: ExecutionRowProps) {
  const { log, office, officePhone, phone, phoneNumber, seconds } = execution;
  const changes = useChanges(`${log.verdict} ${log.receipt.state} ${log.submission.outcome}`);
  const detailId = `execution-${log.testLogID}`;
  const toggle = () => onOpen(log.testLogID, !isOpen);
  const cells: Record<SortKey, ReactNode> = {
    log: (
      <UnstyledButton
        className={classes.opener}
        data-opener={log.testLogID}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        aria-label={`${log.testLogID}, details`}
        onClick={toggle}
      >
        <IconChevronRight size={16} aria-hidden />
        {log.testLogID}
      </UnstyledButton>
    ),
    office,
    officePhone,
    phone: (
      <>
        {phone}
        <br />
        <small>{phoneNumber}</small>
      </>
    ),
    carrier: log.carrier || 'N/A',
    status: (
      <div key={changes} className={changes > 0 ? classes.changed : ''}>
        <MessageStatusBadge status={log.testActivityStatus} verdict={log.verdict} />{' '}
        <strong>{log.verdict}</strong>
        <EvidencePair log={log} />
      </div>
    ),
    sent: formatDateTime(log.messageSentTimestamp),
    received: formatDateTime(log.messageReceivedTimestamp),
    delay: formatSeconds(seconds),
  };
  return (
    <>
      <tr
        role="row"
        className={`${list.row} ${classes.row}`}
        data-log={log.testLogID}
        onClick={(event) => pressed(event) && toggle()}
      >
        {EXECUTION_COLUMNS.map(([column, label]) => (
          <td
            key={column}
            role="cell"
            data-label={label}
            data-missing={cells[column] === 'N/A' || undefined}
            style={{ gridArea: column }}
            className={list.cell}
          >
            {cells[column]}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr role="row" className={classes.detailRow} data-log={log.testLogID} id={detailId}>
          <td role="cell" colSpan={EXECUTION_COLUMNS.length} className={classes.detail}>
            <ExecutionDetail log={log} sentFiles={test.mediaFiles} isMms={test.messageType === 'MMS'} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Ignores clicks on a control of the row, and the end of a text selection. */
function pressed(event: MouseEvent): boolean {
  const onControl = event.target instanceof Element && event.target.closest('button, a') !== null;
  return !onControl && getSelection()?.isCollapsed !== false;
}

/** Counts the changes of a value since it was first shown, so that a change is animated and a new row is not. */
function useChanges(value: string): number {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value === value) return seen.changes;
  const changes = seen.changes + 1;
  setSeen({ value, changes });
  return changes;
}

/** An option's value is its column's key, with a minus for descending order. */
export function SortChoice({ sorting, onSorting }: SortingProps) {
  return (
    <NativeSelect
      className={classes.sortChoice}
      size="xs"
      ml="auto"
      aria-label="Sort executions"
      value={sorting === null ? '' : `${sorting.descending ? '-' : ''}${sorting.key}`}
      onChange={({ currentTarget: { value } }) => {
        const key = SORT_KEYS.find((one) => one === value.replace('-', ''));
        onSorting(key === undefined ? null : { key, descending: value.startsWith('-') });
      }}
    >
      <option value="">Newest first</option>
      {EXECUTION_COLUMNS.map(([key, label]) => (
        <Fragment key={key}>
          <option value={key}>{label} ↑</option>
          <option value={`-${key}`}>{label} ↓</option>
        </Fragment>
      ))}
    </NativeSelect>
  );
}
