/** One row of the tests list. */
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { memo } from 'react';
import { nameOrId } from '../../../directory/labels.ts';
import type { Directory } from '../../../directory/use-directory.ts';
import { counted } from '../../../ui/counted.ts';
import { ListCell, ListLink, ListRow } from '../../../ui/list-table.tsx';
import { relativeTimestamp } from '../../../ui/relative-time.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Tipped } from '../../../ui/tips.tsx';
import { RowActions } from './row-actions.tsx';
import { recurrenceWords, shortList } from './test-words.ts';
import classes from './tests-table.module.css';

interface TestRowProps {
  readonly test: Test;
  readonly directory: Directory;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onDeleted: (testId: number) => void;
}

export const TestRow = memo(function TestRow({ test, directory, now, onDeleted }: TestRowProps) {
  const { partners, clients, offices } = directory;
  const officeIds = test.officeIDs.officeIDs;
  const partnerIds = test.partnerIDs.length > 0 ? test.partnerIDs : [test.partnerId];
  const messages = officeIds.length * test.phoneIDs.phoneIDs.length;
  return (
    <ListRow className={classes.row}>
      <ListCell label="Message Content" className={classes.message}>
        <ListLink to={`/test-report/${test.testId}`} className={classes.link}>
          {test.messageBody === '' ? <em>Only the message code</em> : test.messageBody}
        </ListLink>
        <div className={classes.soft}>
          #{test.testId} · {counted(messages, 'message')} · {relativeTimestamp(test.creationTimestamp, now)}
        </div>
      </ListCell>
      <ListCell label="Test Type">{testTypeLabel(test.testType)}</ListCell>
      <ListCell label="Message Type">{test.messageType}</ListCell>
      <ListCell label="Scheduled Next" className={classes.figures}>
        {formatDateTime(test.nextDue)}
      </ListCell>
      <NamesCell label="Partner" names={partnerIds.map((id) => nameOrId('Partner', id, partners))} />
      <NamesCell
        label="Client"
        names={test.clientIDs.clientIDs.map((id) => nameOrId('Client', id, clients))}
      />
      <NamesCell label="Office" names={officeIds.map((id) => nameOrId('Office', id, offices))} />
      <ListCell label="Execution Status" className={classes.status}>
        <StatusBadge status={test.executionStatus} />
        {test.statusReason !== null && <div className={classes.soft}>{test.statusReason}</div>}
      </ListCell>
      <ListCell label="Recurring Schedule">{recurrenceWords(test)}</ListCell>
      <ListCell label="Actions" className={classes.actionsCell}>
        <RowActions test={test} onDeleted={onDeleted} />
      </ListCell>
    </ListRow>
  );
});

function NamesCell({ label, names }: { label: string; names: readonly string[] }) {
  const { short, all } = shortList(names);
  return (
    <ListCell label={label}>
      {names.length > 1 ? (
        <Tipped words={all} className={classes.several}>
          {short}
        </Tipped>
      ) : (
        short
      )}
    </ListCell>
  );
}
