/** The table of logs, newest first (ANALYTICS-3, 7). */
import { formatDateTime } from '@textprobe/domain/display';
import { MESSAGE_STATUSES } from '@textprobe/domain/message-status';
import { type TestType, testTypeLabel } from '@textprobe/domain/test-type';
import { memo, type ReactNode } from 'react';
import type { LogOfTest } from '../../../api/analytics.ts';
import { ListCell, type ListColumn, ListLink, ListRow, ListTable } from '../../../ui/list-table.tsx';
import { MessageStatusBadge } from '../../../ui/status-badge.tsx';
import classes from './logs-table.module.css';
import type { EnrichedLog } from './use-logs-page.ts';

interface LogsTableProps {
  readonly logs: readonly EnrichedLog[];
  readonly isLoading: boolean;
  /** Whether the rows belong to another filter or page. */
  readonly isOutdated: boolean;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

const SKELETON_ROWS = 10;

const COLUMNS: readonly ListColumn[] = [
  ['Log ID', classes.logHead],
  ['Test ID', classes.testHead],
  ['Message'],
  ['Message Type', classes.messageTypeHead],
  ['Test Type', classes.testTypeHead],
  ['Carrier', classes.carrierHead],
  ['Status', classes.statusHead],
  ['Sent', classes.timeHead],
  ['Received', classes.timeHead],
  ['Created', classes.lastHead],
];

/** Memoized: the figures around it load separately. */
export const LogsTable = memo(function LogsTable({ logs, isLoading, isOutdated, empty }: LogsTableProps) {
  return (
    <ListTable
      aria-labelledby="logs"
      columns={COLUMNS}
      rowClassName={classes.row}
      isLoading={isLoading}
      skeletonRows={SKELETON_ROWS}
      isOutdated={isOutdated}
      rows={logs.map((one) => <LogRow key={one.log.testLogID} {...one} />)}
      empty={empty}
    />
  );
});

/** A click anywhere on the row opens its message in its test's report (EVIDENCE-5). */
const LogRow = memo(function LogRow({ log, messageBody, messageType, testType }: EnrichedLog) {
  return (
    <ListRow className={classes.row}>
      <ListCell label="Log ID" className={classes.log}>
        {log.testLogID}
      </ListCell>
      <ListCell label="Test ID" className={classes.test}>
        <ListLink
          to={`/test-report/${log.testID}?log=${log.testLogID}`}
          className={classes.link}
          aria-label={`${log.testID}, report of the test`}
        >
          {log.testID}
        </ListLink>
      </ListCell>
      <ListCell label="Message" className={classes.message}>
        <div className={classes.body} dir="auto">
          {messageBody === '' ? <em className={classes.soft}>Only the message code</em> : messageBody}
        </div>
      </ListCell>
      <ListCell label="Message Type" className={classes.messageType}>
        {messageType}
      </ListCell>
      <ListCell label="Test Type" className={classes.testType}>
        {testTypeLabel(testType as TestType)}
      </ListCell>
      <ListCell label="Carrier" className={classes.carrier}>
        {log.carrier || 'N/A'}
      </ListCell>
      <ListCell label="Status" className={classes.status}>
        <LogStatus log={log} />
      </ListCell>
      <ListCell label="Sent" className={classes.sent}>
        {formatDateTime(log.messageSentTimestamp)}
      </ListCell>
      <ListCell label="Received" className={classes.received}>
        {formatDateTime(log.messageReceivedTimestamp)}
      </ListCell>
      <ListCell label="Created" className={classes.created}>
        {formatDateTime(log.creationTimestamp)}
      </ListCell>
    </ListRow>
  );
});

/** A badge for a known status, text for any other, Unknown without one (DATA-6); below it the verdict and the finding. */
function LogStatus({ log }: { log: LogOfTest }) {
  const { verdict, finding, reception } = log;
  const shown = log.testActivityStatus ?? 'UNKNOWN';
  if (!MESSAGE_STATUSES.includes(shown)) return shown;
  return (
    <>
      <MessageStatusBadge status={shown} verdict={verdict} />
      {verdict && verdict !== shown.toLowerCase() && (
        <div className={classes.verdict}>
          {verdict}
          {(verdict === 'altered' || finding === 'cosmetic') && finding && finding !== verdict && (
            <>
              : <span className={classes.finding}>{finding}</span>
            </>
          )}
        </div>
      )}
      {reception?.senderComparison === 'altered' && <div className={classes.verdict}>sender changed</div>}
    </>
  );
}
