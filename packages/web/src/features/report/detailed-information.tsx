/** The 'Detailed Test Information' table: every field of the test, its value and its meaning (REPORT-5). */
import { Title } from '@mantine/core';
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { recurrenceSentence } from '@textprobe/domain/recurrence-words';
import { testTypeLabel } from '@textprobe/domain/test-type';
import type { ReactNode } from 'react';
import list from '../../ui/list-table.module.css';
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
      <div className={`surface ${list.frame}`}>
        <table role="table" className={classes.table} aria-labelledby="detailed-title">
          <thead role="rowgroup">
            <tr role="row">
              {['Field', 'Value', 'Description'].map((label) => (
                <th key={label} role="columnheader" scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {fieldsOf(test, names).map(([field, value, description]) => (
              <tr key={field} role="row">
                <th role="rowheader" scope="row">
                  {field}
                </th>
                <td role="cell" className={classes.value}>
                  {value}
                </td>
                <td role="cell" className={classes.description}>
                  {description}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      test.messageBody === '' ? 'N/A' : <bdi className={classes.body}>{test.messageBody}</bdi>,
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
