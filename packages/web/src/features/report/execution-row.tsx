/** One message in the executions table: a row of facts that opens to show everything its ledgers contain. */
import { IconChevronRight } from '@tabler/icons-react';
import type { MediaFile } from '@textprobe/contract/media';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import { formatDateTime } from '@textprobe/domain/display';
import { type MouseEvent, memo, type ReactNode, useState } from 'react';
import { MessageStatusBadge } from '../../ui/status-badge.tsx';
import { EvidencePair } from './evidence-pair.tsx';
import { ExecutionDetail } from './execution-detail.tsx';
import { EXECUTION_COLUMNS, type Execution, type SortKey } from './execution-order.ts';
import classes from './executions.module.css';

interface ExecutionRowProps extends Execution {
  readonly sentFiles: readonly MediaFile[];
  readonly isMms: boolean;
  readonly open: boolean;
  readonly onOpen: (logId: number, isOpen: boolean) => void;
}

/** Memoized: a refetch keeps the objects of unchanged logs, so only changed rows render again. */
export const ExecutionRow = memo(function ExecutionRow(props: ExecutionRowProps) {
  const { log, office, officePhone, phone, phoneNumber, seconds } = props;
  const { sentFiles, isMms, open, onOpen } = props;
  const changes = useChanges(`${log.verdict} ${log.receipt.state} ${log.submission.outcome}`);
  const detailId = `execution-${log.testLogID}`;
  const toggle = () => onOpen(log.testLogID, !open);
  const cells: Record<SortKey, ReactNode> = {
    log: (
      <button
        type="button"
        className={classes.opener}
        data-opener={log.testLogID}
        aria-expanded={open}
        aria-controls={open ? detailId : undefined}
        aria-label={`${log.testLogID}, details`}
        onClick={toggle}
      >
        <IconChevronRight size={16} aria-hidden />
        {log.testLogID}
      </button>
    ),
    office,
    officePhone,
    phone: (
      <>
        {phone}
        <div className={classes.phoneNumber}>{phoneNumber}</div>
      </>
    ),
    carrier: log.carrier || 'N/A',
    status: (
      <div key={changes} className={changes > 0 ? classes.changed : ''}>
        <div className={classes.statusLine}>
          <MessageStatusBadge status={log.testActivityStatus} verdict={log.verdict} />
          <span className={classes.verdict}>{log.verdict}</span>
        </div>
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
        className={classes.row}
        data-log={log.testLogID}
        data-open={open}
        onClick={(event) => pressed(event) && toggle()}
      >
        {EXECUTION_COLUMNS.map(([column, label]) => (
          <td
            key={column}
            role="cell"
            // Used by the card layout only.
            data-label={label}
            style={{ gridArea: column }}
            className={`${classes.cell} ${classes[column] ?? ''} ${cells[column] === 'N/A' ? classes.missing : ''}`}
          >
            {cells[column]}
          </td>
        ))}
      </tr>
      {open && (
        <tr role="row" className={classes.detailRow} data-log={log.testLogID} id={detailId}>
          <td role="cell" colSpan={EXECUTION_COLUMNS.length} className={classes.detailCell}>
            <ExecutionDetail log={log} sentFiles={sentFiles} isMms={isMms} />
          </td>
        </tr>
      )}
    </>
  );
});

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
