/** One row of the tests list. Roles are spelt out, because narrow screens lay the table out as cards. */
import { formatDateTime } from '@textprobe/domain/display';
import type { Test } from '@textprobe/contract/tests';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { counted } from '../../app/counted.ts';
import { relativeTimestamp } from '../../app/relative-time.ts';
import { Tipped } from '../../app/tipped.tsx';
import { nameOrId } from '../../directory/labels.ts';
import type { Directory } from '../../directory/use-directory.ts';
import { StatusBadge } from '../status-badge.tsx';
import { RowActions } from './row-actions.tsx';
import { testTypeLabel } from '@textprobe/domain/test-type';
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
    <tr role="row" className={classes.row}>
      <Cell label="Message Content" className={classes.message}>
        <Link to={`/test-report/${test.testId}`} className={classes.link}>
          {test.messageBody === '' ? <em>Only the message code</em> : test.messageBody}
        </Link>
        <div className={classes.soft}>
          #{test.testId} · {counted(messages, 'message')} · {relativeTimestamp(test.creationTimestamp, now)}
        </div>
      </Cell>
      <Cell label="Test Type">{testTypeLabel(test.testType)}</Cell>
      <Cell label="Message Type">{test.messageType}</Cell>
      <Cell label="Scheduled Next" className={classes.figures}>
        {formatDateTime(test.nextDue)}
      </Cell>
      <NamesCell label="Partner" names={partnerIds.map((id) => nameOrId('Partner', id, partners))} />
      <NamesCell
        label="Client"
        names={test.clientIDs.clientIDs.map((id) => nameOrId('Client', id, clients))}
      />
      <NamesCell label="Office" names={officeIds.map((id) => nameOrId('Office', id, offices))} />
      <Cell label="Execution Status" className={classes.status}>
        <StatusBadge status={test.executionStatus} />
        {test.statusReason !== null && <div className={classes.soft}>{test.statusReason}</div>}
      </Cell>
      <Cell label="Recurring Schedule">{recurrenceWords(test)}</Cell>
      <Cell label="Actions" className={classes.actionsCell}>
        <RowActions test={test} onDeleted={onDeleted} />
      </Cell>
    </tr>
  );
});

interface CellProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The label is what a narrow screen shows above the value, where the column heads are gone. */
function Cell({ label, className = '', children }: CellProps) {
  return (
    <td
      role="cell"
      data-label={label}
      className={`${classes.cell} ${className} ${children === 'N/A' ? classes.missing : ''}`}
    >
      {children}
    </td>
  );
}

function NamesCell({ label, names }: { label: string; names: readonly string[] }) {
  const { short, all } = shortList(names);
  return (
    <Cell label={label}>
      {names.length > 1 ? (
        <Tipped words={all} className={classes.several}>
          {short}
        </Tipped>
      ) : (
        short
      )}
    </Cell>
  );
}
