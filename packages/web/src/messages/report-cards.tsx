/** The cards of a report: what the test is, when, for whom, to which phones (REPORT-4). */
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { type ReactNode, useId } from 'react';
import type { Directory } from '../directory/use-directory.ts';
import { StatusBadge } from '../tests/status-badge.tsx';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { nameOf } from './directory-names.ts';
import { Fact } from './fact.tsx';
import { NameList } from './name-list.tsx';
import classes from './report-cards.module.css';
import { RecurrenceFacts } from './recurrence-facts.tsx';
import { carriersOf, partnerIdsOf } from './test-facts.ts';

export function ReportCards({ test, directory }: { test: Test; directory: Directory }) {
  const phones = test.phoneIDs.phoneIDs;
  return (
    <div className={classes.cards}>
      <Card title="Basic Information">
        <Fact name="Test Type">{testTypeLabel(test.testType)}</Fact>
        <Fact name="Message Type">{test.messageType}</Fact>
        <Fact name="Execution Status">
          <StatusBadge status={test.executionStatus} />
          {test.statusReason !== null && <div className={classes.soft}>{test.statusReason}</div>}
        </Fact>
      </Card>
      <Card title="Timing Information">
        <Fact name="Created">{formatDateTime(test.creationTimestamp)}</Fact>
        <Fact name="Last Updated">{formatDateTime(test.updateTimestamp)}</Fact>
        <Fact name="Scheduled For">
          {formatDateTime(test.scheduledTimestamp)}
          {test.scheduleNote !== null && <div className={classes.soft}>{test.scheduleNote}</div>}
        </Fact>
      </Card>
      <Card title="Organization">
        <Fact name="Partner">
          <NameList names={partnerIdsOf(test).map((id) => nameOf('Partner', id, directory))} />
        </Fact>
        <Fact name="Clients">
          <NameList names={test.clientIDs.clientIDs.map((id) => nameOf('Client', id, directory))} />
        </Fact>
        <Fact name="Offices">
          <NameList names={test.officeIDs.officeIDs.map((id) => nameOf('Office', id, directory))} />
        </Fact>
      </Card>
      <Card title="Test Phone(s)">
        <Fact name="Receivers">
          <NameList names={phones.map((id) => nameOf('Phone', id, directory))} />
        </Fact>
        <Fact name="Carriers">
          <NameList names={directory.loading ? [null] : carriersOf(phones, directory)} />
        </Fact>
      </Card>
      {test.testType === 'RECURRING' && (
        <Card title="Recurrence" wide>
          <RecurrenceFacts test={test} />
        </Card>
      )}
    </div>
  );
}

interface CardProps {
  readonly title: string;
  /** Takes a line of its own, its facts beside each other. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function Card({ title, wide = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={`${classes.card} ${wide ? classes.wide : ''}`} aria-labelledby={id}>
      <h3 id={id} className={classes.cardTitle}>
        {title}
      </h3>
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}
