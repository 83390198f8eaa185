/** One log of the table; pressed anywhere, it opens its test's report. Roles are spelt out, because narrow screens lay the table out as cards. */
import type { TestType } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { TEST_TYPES } from '../filters/analytics-address.ts';
import type { EnrichedLog } from './enriched-logs.ts';
import type { LogColumn } from './log-columns.ts';
import { LogStatus } from './log-status.tsx';
import classes from './logs-table.module.css';

export const LogRow = memo(function LogRow({ log, messageBody, messageType, testType }: EnrichedLog) {
  return (
    <tr role="row" className={classes.row}>
      <Cell column="Log ID" className={classes.log}>
        {log.testLogID}
      </Cell>
      <Cell column="Test ID" className={classes.test}>
        <Link
          to={`/test-report/${log.testID}`}
          className={classes.link}
          aria-label={`${log.testID}, report of the test`}
        >
          {log.testID}
        </Link>
      </Cell>
      <Cell column="Message" className={classes.message}>
        <div className={classes.body}>
          {messageBody === '' ? <em className={classes.soft}>Only the message code</em> : messageBody}
        </div>
      </Cell>
      <Cell column="Message Type" className={classes.messageType}>
        {messageType}
      </Cell>
      <Cell column="Test Type" className={classes.testType}>
        {typeWords(testType)}
      </Cell>
      <Cell column="Carrier" className={classes.carrier}>
        {log.carrier || 'N/A'}
      </Cell>
      <Cell column="Status" className={classes.status}>
        <LogStatus
          status={log.testActivityStatus}
          verdict={log.verdict}
          finding={log.finding}
          isSenderChanged={log.reception?.senderComparison === 'altered'}
        />
      </Cell>
      <TimeCell column="Sent" timestamp={log.messageSentTimestamp} className={classes.sent} />
      <TimeCell column="Received" timestamp={log.messageReceivedTimestamp} className={classes.received} />
      <TimeCell column="Created" timestamp={log.creationTimestamp} className={classes.created} />
    </tr>
  );
});

function typeWords(type: string): string {
  const known = TEST_TYPES.find((one) => one === type);
  return known === undefined ? type : testTypeLabel(known satisfies TestType);
}

interface CellProps {
  readonly column: LogColumn;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The column's name is what a narrow screen shows above the value, where the heads are gone. */
function Cell({ column, className = '', children }: CellProps) {
  const missing = children === 'N/A' ? classes.missing : '';
  return (
    <td role="cell" data-label={column} className={`${classes.cell} ${className} ${missing}`}>
      {children}
    </td>
  );
}

interface TimeCellProps {
  readonly column: LogColumn;
  readonly timestamp: string | null | undefined;
  readonly className: string | undefined;
}

function TimeCell({ column, timestamp, className = '' }: TimeCellProps) {
  return (
    <Cell column={column} className={`${className} ${classes.figures}`}>
      {formatDateTime(timestamp)}
    </Cell>
  );
}
