/**
 * The cards of a report: what the test is, when, for whom and to which phones (REPORT-4), and a button that stops its recurrence (LIST-14).
 */
import { Button, DataList, Paper, SimpleGrid, Text, Title } from '@mantine/core';
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

const OVERLAPS = {
  skip: 'The next run is skipped',
  wait: 'The next run waits for it',
} as const satisfies Record<Test['overlap'], string>;

export function ReportCards({ test, names }: { test: Test; names: Names }) {
  const phones = test.phoneIDs.phoneIDs;
  const listed = (all: readonly string[]) => <NameList names={all} />;
  const noted = (value: ReactNode, note: string | null) => (
    <>
      {value}
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </>
  );
  return (
    <SimpleGrid minColWidth="min(276px, 100%)" autoFlow="auto-fit">
      <Card
        title="Basic Information"
        facts={[
          ['Test Type', testTypeLabel(test.testType)],
          ['Message Type', test.messageType],
          ['Execution Status', noted(<StatusBadge status={test.executionStatus} />, test.statusReason)],
        ]}
      />
      <Card
        title="Timing Information"
        facts={[
          ['Created', formatDateTime(test.creationTimestamp)],
          ['Last Updated', formatDateTime(test.updateTimestamp)],
          ['Scheduled For', noted(formatDateTime(test.scheduledTimestamp), test.scheduleNote)],
        ]}
      />
      <Card
        title="Organization"
        facts={[
          ['Partner', listed(namesOf('Partner', partnerIdsOf(test), names))],
          ['Clients', listed(namesOf('Client', test.clientIDs.clientIDs, names))],
          ['Offices', listed(namesOf('Office', test.officeIDs.officeIDs, names))],
        ]}
      />
      <Card
        title="Test Phone(s)"
        facts={[
          ['Receivers', listed(namesOf('Phone', phones, names))],
          test.pairs && ['Pairs', `${counted(test.pairs.length, 'chosen pair')} of office and phone`],
          ['Carriers', listed(carriersOf(phones, names))],
        ]}
      />
      {test.testType === 'RECURRING' && (
        <Card
          title="Recurrence"
          wide
          facts={[
            ...recurrenceFacts(test.recurrenceRule),
            ['Next', formatDateTime(test.nextDue)],
            ['If a run is still in progress', OVERLAPS[test.overlap]],
            ['State', <RecurrenceState key="state" test={test} />],
          ]}
        />
      )}
    </SimpleGrid>
  );
}

interface CardProps {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: ReactNode] | null)[];
  /** Takes a full line, with its facts side by side. */
  readonly wide?: boolean;
}

const COLUMNS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(276px, 100%), 1fr))' };

function Card({ title, facts, wide = false }: CardProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      style={wide ? { gridColumn: '1 / -1' } : {}}
      aria-labelledby={id}
    >
      <Title order={3} id={id} mb={12}>
        {title}
      </Title>
      <DataList gap={8} labelWidth={98} style={wide ? COLUMNS : {}}>
        {facts
          .filter((fact) => fact !== null)
          .map(([name, value]) => (
            <DataList.Item key={name}>
              <DataList.ItemLabel w={98}>{name}</DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
            </DataList.Item>
          ))}
      </DataList>
    </Paper>
  );
}

function RecurrenceState({ test: { testId, recurrenceActive } }: { test: Test }) {
  const stop = useStopRecurrence(testId);
  const mayStop = useMay(OPERATORS);
  if (!recurrenceActive) return 'Ended';
  return (
    <>
      Active{' '}
      {mayStop && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRepeatOff size={14} aria-hidden />}
          onClick={() => void stop()}
        >
          Stop recurrence
        </Button>
      )}
    </>
  );
}
