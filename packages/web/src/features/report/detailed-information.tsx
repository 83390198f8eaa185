/** The 'Detailed Test Information' table: every field of the test, its value and its meaning (REPORT-5). */
import { Paper, Table, Title } from '@mantine/core';
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { recurrenceSentence } from '@textprobe/domain/recurrence-words';
import { testTypeLabel } from '@textprobe/domain/test-type';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './detailed-information.module.css';
import { type Names, namesOf, partnerIdsOf } from './directory-names.ts';
import { MediaList } from './media-list.tsx';
import { NameList } from './name-list.tsx';

export function DetailedInformation({ test, names }: { test: Test; names: Names }) {
  return (
    <section aria-labelledby="detailed-title">
      <Title order={2} id="detailed-title" mb={12}>
        Detailed Test Information
      </Title>
      <Paper withBorder py={4}>
        <Table
          role="table"
          tabularNums
          horizontalSpacing="md"
          className={classes.table}
          aria-labelledby="detailed-title"
        >
          <Table.Thead role="rowgroup" fz="xs" c="dimmed">
            <Table.Tr role="row">
              <Table.Th role="columnheader" w={176}>
                Field
              </Table.Th>
              <Table.Th role="columnheader">Value</Table.Th>
              <Table.Th role="columnheader" w="36%">
                Description
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {fieldsOf(test, names).map(([field, value, description]) => (
              <Table.Tr key={field} role="row">
                <Table.Th role="rowheader" scope="row" fw={550}>
                  {field}
                </Table.Th>
                <Table.Td role="cell" style={{ overflowWrap: 'anywhere' }}>
                  {value}
                </Table.Td>
                <Table.Td role="cell" c="dimmed">
                  {description}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </section>
  );
}

function fieldsOf(test: Test, names: Names): (readonly [string, ReactNode, string])[] {
  const listed = (kind: keyof Names, ids: readonly number[]) => (
    <NameList names={namesOf(kind, ids, names)} />
  );
  const isRecurring = test.testType === 'RECURRING';
  return [
    ['Test Type', testTypeLabel(test.testType), 'When the test runs: immediately, later or repeatedly'],
    ['Message Type', test.messageType, 'SMS carries text; MMS carries text and files'],
    [
      'Execution Status',
      <StatusBadge key="status" status={test.executionStatus} />,
      test.statusReason ?? 'Progress or outcome of the test',
    ],
    [
      'Message Content',
      test.messageBody === '' ? 'N/A' : <bdi style={{ whiteSpace: 'pre-wrap' }}>{test.messageBody}</bdi>,
      'The text as written. Each message fills the placeholders and ends with its own code',
    ],
    ['Partner', listed('Partner', partnerIdsOf(test)), 'Whose clients are tested'],
    ['Clients', listed('Client', test.clientIDs.clientIDs), 'Whose offices send the messages'],
    [
      'Offices',
      listed('Office', test.officeIDs.officeIDs),
      test.pairs === null
        ? 'Each sends one message to each test phone'
        : 'Each sends one message to each phone paired with it',
    ],
    ['Media Attachments', attachments(test), 'The files sent with the MMS'],
    [
      'Recurrence Rule',
      isRecurring ? recurrenceSentence(test.recurrenceRule) : 'N/A',
      'How often a recurring test runs',
    ],
    ['Created', formatDateTime(test.creationTimestamp), 'When the test was created, in Los Angeles time'],
    ['Last Updated', formatDateTime(test.updateTimestamp), 'Last change of the definition or the status'],
    ['Scheduled For', formatDateTime(test.scheduledTimestamp), 'When a scheduled test runs'],
  ];
}

/** Falls back to the addresses for a test without file records. */
function attachments({ messageType, mediaFiles, mediaURLs: { media } }: Test): ReactNode {
  if (messageType === 'SMS') return 'N/A';
  const files = mediaFiles.length > 0 ? mediaFiles : media.map((url) => ({ url }));
  return files.length === 0 ? 'No Media Files Attached' : <MediaList files={files} />;
}
