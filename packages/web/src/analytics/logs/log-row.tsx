/** One log of the table; pressed anywhere, it opens its test's report. */
import type { TestType } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { memo } from 'react';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { ListCell, ListLink, ListRow } from '../../app/list-table.tsx';
import { TEST_TYPES } from '../filters/analytics-address.ts';
import type { EnrichedLog } from './enriched-logs.ts';
import { LogStatus } from './log-status.tsx';
import classes from './logs-table.module.css';

export const LogRow = memo(function LogRow({ log, messageBody, messageType, testType }: EnrichedLog) {
  return (
    <ListRow className={classes.row}>
      <ListCell label="Log ID" className={classes.log}>
        {log.testLogID}
      </ListCell>
      <ListCell label="Test ID" className={classes.test}>
        <ListLink
          to={`/test-report/${log.testID}`}
          className={classes.link}
          aria-label={`${log.testID}, report of the test`}
        >
          {log.testID}
        </ListLink>
      </ListCell>
      <ListCell label="Message" className={classes.message}>
        <div className={classes.body}>
          {messageBody === '' ? <em className={classes.soft}>Only the message code</em> : messageBody}
        </div>
      </ListCell>
      <ListCell label="Message Type" className={classes.messageType}>
        {messageType}
      </ListCell>
      <ListCell label="Test Type" className={classes.testType}>
        {typeWords(testType)}
      </ListCell>
      <ListCell label="Carrier" className={classes.carrier}>
        {log.carrier || 'N/A'}
      </ListCell>
      <ListCell label="Status" className={classes.status}>
        <LogStatus
          status={log.testActivityStatus}
          verdict={log.verdict}
          finding={log.finding}
          isSenderChanged={log.reception?.senderComparison === 'altered'}
        />
      </ListCell>
      <TimeCell label="Sent" timestamp={log.messageSentTimestamp} className={classes.sent} />
      <TimeCell label="Received" timestamp={log.messageReceivedTimestamp} className={classes.received} />
      <TimeCell label="Created" timestamp={log.creationTimestamp} className={classes.created} />
    </ListRow>
  );
});

function typeWords(type: string): string {
  const known = TEST_TYPES.find((one) => one === type);
  return known === undefined ? type : testTypeLabel(known satisfies TestType);
}

interface TimeCellProps {
  readonly label: string;
  readonly timestamp: string | null | undefined;
  readonly className: string | undefined;
}

function TimeCell({ label, timestamp, className = '' }: TimeCellProps) {
  return (
    <ListCell label={label} className={`${className} ${classes.figures}`}>
      {formatDateTime(timestamp)}
    </ListCell>
  );
}
