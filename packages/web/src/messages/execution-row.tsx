/** One message in the executions table: a line of facts and, opened, everything both ledgers know of it. */
import type { MediaFile } from '@textprobe/contract/media';
import { formatDateTime } from '@textprobe/domain/display';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import { EvidencePair } from './evidence-pair.tsx';
import { ExecutionDetail } from './execution-detail.tsx';
import type { Execution } from './execution-order.ts';
import classes from './executions.module.css';
import { MessageStatusBadge } from './message-status-badge.tsx';
import { Name } from './name.tsx';
import { useChanges } from './use-changes.ts';

interface ExecutionRowProps extends Execution {
  readonly sentFiles: readonly MediaFile[];
  readonly isMms: boolean;
  readonly columns: number;
  readonly open: boolean;
  readonly onToggle: (logId: number) => void;
}

/** Drawn anew only when its own log changed: a refetch keeps the objects of those that did not. */
export const ExecutionRow = memo(function ExecutionRow(props: ExecutionRowProps) {
  const { log, office, officePhone, phone, phoneNumber, seconds, columns, open, onToggle } = props;
  const { sentFiles, isMms } = props;
  const changes = useChanges(`${log.verdict} ${log.receipt.state} ${log.submission.outcome}`);
  const detailId = `execution-${log.testLogID}`;
  const toggle = () => onToggle(log.testLogID);
  return (
    <>
      <tr role="row" className={classes.row} data-open={open} onClick={(event) => pressed(event) && toggle()}>
        <Cell label="Log ID" className={classes.log}>
          <button
            type="button"
            className={classes.opener}
            aria-expanded={open}
            aria-controls={open ? detailId : undefined}
            aria-label={`${log.testLogID}, details`}
            onClick={toggle}
          >
            <IconChevronRight size={16} aria-hidden />
            {log.testLogID}
          </button>
        </Cell>
        <Cell label="Office" className={classes.office}>
          <Name name={office} />
        </Cell>
        <Cell label="Office Phone" className={`${classes.officePhone} ${classes.figures}`}>
          {officePhone}
        </Cell>
        <Cell label="Target Phone" className={classes.phone}>
          <Name name={phone} />
          <div className={`${classes.soft} ${classes.figures}`}>{phoneNumber}</div>
        </Cell>
        <Cell label="Carrier" className={classes.carrier}>
          {log.carrier || 'N/A'}
        </Cell>
        <Cell label="Status" className={classes.status}>
          <div key={changes} className={changes > 0 ? classes.changed : ''}>
            <div className={classes.statusLine}>
              <MessageStatusBadge status={log.testActivityStatus} verdict={log.verdict} />
              <span className={classes.verdict}>{log.verdict}</span>
            </div>
            <EvidencePair log={log} />
          </div>
        </Cell>
        <Cell label="Sent Time" className={`${classes.sent} ${classes.figures}`}>
          {formatDateTime(log.messageSentTimestamp)}
        </Cell>
        <Cell label="Received Time" className={`${classes.received} ${classes.figures}`}>
          {formatDateTime(log.messageReceivedTimestamp)}
        </Cell>
        <Cell label="Delivery Time" className={`${classes.delay} ${classes.figures}`}>
          {formatSeconds(seconds)}
        </Cell>
      </tr>
      {open && (
        <tr role="row" className={classes.detailRow} id={detailId}>
          <td role="cell" colSpan={columns} className={classes.detailCell}>
            <ExecutionDetail log={log} sentFiles={sentFiles} isMms={isMms} />
          </td>
        </tr>
      )}
    </>
  );
});

/** Not a press: on a control of its own, or the end of selecting a number to copy it. */
function pressed(event: MouseEvent): boolean {
  const onControl = event.target instanceof Element && event.target.closest('button, a') !== null;
  return !onControl && getSelection()?.isCollapsed !== false;
}

interface CellProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The label is what a narrow screen shows above the value, where the column heads are gone. */
function Cell({ label, className = '', children }: CellProps) {
  const missing = children === 'N/A' ? classes.missing : '';
  return (
    <td role="cell" data-label={label} className={`${classes.cell} ${className} ${missing}`}>
      {children}
    </td>
  );
}
