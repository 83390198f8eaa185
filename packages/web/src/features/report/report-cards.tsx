/**
 * The cards of a report: what the test is, when, for whom and to which phones (REPORT-4), and a button that stops its recurrence (LIST-14).
 */
import { Box, Button, Text, Title } from '@mantine/core';
import { IconRepeatOff } from '@tabler/icons-react';
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { recurrenceFacts } from '@textprobe/domain/recurrence-words';
import { OPERATORS } from '@textprobe/domain/roles';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { type ReactNode, useId } from 'react';
import { counted } from '../../ui/counted.ts';
import { useMay } from '../../ui/role.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useStopRecurrence } from '../../ui/use-stop-recurrence.tsx';
import { carriersOf, type Names, namesOf, partnerIdsOf } from './directory-names.ts';
import { NameList } from './name-list.tsx';
import classes from './report-cards.module.css';

export function ReportCards({ test, names }: { test: Test; names: Names }) {
  const phones = test.phoneIDs.phoneIDs;
  return (
    <div className={classes.cards}>
      <Card title="Basic Information">
        <Fact name="Test Type">{testTypeLabel(test.testType)}</Fact>
        <Fact name="Message Type">{test.messageType}</Fact>
        <Fact name="Execution Status">
          <StatusBadge status={test.executionStatus} />
          {test.statusReason !== null && (
            <Text size="xs" c="dimmed">
              {test.statusReason}
            </Text>
          )}
        </Fact>
      </Card>
      <Card title="Timing Information">
        <Fact name="Created">{formatDateTime(test.creationTimestamp)}</Fact>
        <Fact name="Last Updated">{formatDateTime(test.updateTimestamp)}</Fact>
        <Fact name="Scheduled For">
          {formatDateTime(test.scheduledTimestamp)}
          {test.scheduleNote !== null && (
            <Text size="xs" c="dimmed">
              {test.scheduleNote}
            </Text>
          )}
        </Fact>
      </Card>
      <Card title="Organization">
        <Fact name="Partner">
          <NameList names={namesOf('Partner', partnerIdsOf(test), names)} />
        </Fact>
        <Fact name="Clients">
          <NameList names={namesOf('Client', test.clientIDs.clientIDs, names)} />
        </Fact>
        <Fact name="Offices">
          <NameList names={namesOf('Office', test.officeIDs.officeIDs, names)} />
        </Fact>
      </Card>
      <Card title="Test Phone(s)">
        <Fact name="Receivers">
          <NameList names={namesOf('Phone', phones, names)} />
        </Fact>
        {test.pairs !== null && (
          <Fact name="Pairs">{counted(test.pairs.length, 'chosen pair')} of office and phone</Fact>
        )}
        <Fact name="Carriers">
          <NameList names={carriersOf(phones, names)} />
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
  /** Takes a full line, with its facts side by side. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function Card({ title, wide = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={`${classes.card} ${wide ? classes.wide : ''}`} aria-labelledby={id}>
      <Title order={3} id={id} mb={12}>
        {title}
      </Title>
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}

/** One line of a card: a name and its value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const OVERLAPS = {
  skip: 'The next run is skipped',
  wait: 'The next run waits for it',
} as const satisfies Record<Test['overlap'], string>;

function RecurrenceFacts({ test }: { test: Test }) {
  const stop = useStopRecurrence();
  const mayStop = useMay(OPERATORS);
  return (
    <>
      {recurrenceFacts(test.recurrenceRule).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      <Fact name="Next">{formatDateTime(test.nextDue)}</Fact>
      <Fact name="If a run is still in progress">{OVERLAPS[test.overlap]}</Fact>
      <Fact name="State">
        {test.recurrenceActive ? 'Active' : 'Ended'}
        {test.recurrenceActive && mayStop && (
          <Box mt={8}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconRepeatOff size={14} aria-hidden />}
              onClick={() => void stop(test.testId)}
            >
              Stop recurrence
            </Button>
          </Box>
        )}
      </Fact>
    </>
  );
}
