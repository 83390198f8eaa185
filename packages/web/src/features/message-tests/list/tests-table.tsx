/** The table of the tests list: its columns (LIST-3), and a checkbox in each row for the bulk actions (OVERVIEW-2). */
import { Box, Checkbox, Group, Text } from '@mantine/core';
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { searchedTestId } from '@textprobe/domain/search-words';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { toneOfRun } from '@textprobe/domain/verdict-tones';
import type { ReactNode } from 'react';
import { counted } from '../../../ui/counted.ts';
import { CellNote, EntryTable } from '../../../ui/entry-table.tsx';
import list from '../../../ui/list-table.module.css';
import { ListLink } from '../../../ui/list-table.tsx';
import { MarkedText } from '../../../ui/marked-text.tsx';
import { relativeTimestamp, useNow } from '../../../ui/relative-time.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Tipped } from '../../../ui/tips.tsx';
import tones from '../../../ui/tones.module.css';
import { PAGE_SIZE } from './list-address.ts';
import { RowActions } from './row-actions.tsx';
import { hasEnded, outcomeWords, recurrenceWords, runsInWords, shortList } from './test-words.ts';
import classes from './tests-table.module.css';
import type { Chosen } from './use-chosen.ts';

interface TestsTableProps {
  /** Highlighted in the messages. */
  readonly search: string | undefined;
  /** Whether the previous page is shown while another loads. */
  readonly isOutdated: boolean;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  readonly chosen: Chosen;
  readonly onDeleted: (testId: number) => void;
}

export function TestsTable({ search, chosen, onDeleted, ...table }: TestsTableProps) {
  const now = useNow(15_000);
  const { shown: tests } = chosen;
  return (
    <EntryTable
      {...table}
      aria-label="Tests"
      entries={tests}
      keyOf={({ testId }) => testId}
      skeletonRows={tests?.length || PAGE_SIZE}
      rowClassName={classes.row}
      columns={{
        Select: {
          head: <ChooseAll chosen={chosen} />,
          width: 40,
          card: 'first',
          className: classes.choose,
          cell: ({ testId }) => <ChooseTest testId={testId} chosen={chosen} />,
        },
        'Message Content': {
          card: 'line',
          cell: (test) => <Message test={test} search={search} now={now} />,
        },
        'Test Type': {
          width: 'clamp(78px, 7.5cqw, 82px)',
          cell: (test) => (
            <>
              {testTypeLabel(test.testType)}
              {hasEnded(test) && <CellNote>No more runs</CellNote>}
            </>
          ),
        },
        'Message Type': { width: 'clamp(62px, 6.6cqw, 72px)', cell: ({ messageType }) => messageType },
        'Scheduled Next': {
          width: 'clamp(86px, 8.6cqw, 94px)',
          className: list.figures,
          cell: ({ nextDue }) => formatDateTime(nextDue),
        },
        Partner: {
          width: 'clamp(80px, 9.5cqw, 104px)',
          cell: ({ partnerIDs, partnerId, names }) =>
            namesCell('Partner', partnerIDs.length > 0 ? partnerIDs : [partnerId], names.partners),
        },
        Client: {
          width: 'clamp(80px, 10.2cqw, 112px)',
          cell: ({ clientIDs, names }) => namesCell('Client', clientIDs.clientIDs, names.clients),
        },
        Office: {
          // Wide enough for Sacramento.
          width: 'clamp(88px, 9.1cqw, 100px)',
          cell: ({ officeIDs, names }) => namesCell('Office', officeIDs.officeIDs, names.offices),
        },
        'Execution Status': {
          width: 'clamp(154px, 14.4cqw, 158px)',
          card: 'first',
          cell: ({ executionStatus, statusReason }) => (
            <>
              <StatusBadge status={executionStatus} />
              {statusReason !== null && <CellNote>{statusReason}</CellNote>}
            </>
          ),
        },
        'Recurring Schedule': { width: 'clamp(88px, 8.6cqw, 94px)', cell: recurrenceWords },
        Actions: {
          width: 'clamp(116px, 12.4cqw, 136px)',
          card: 'first',
          cell: (test) => <RowActions test={test} onDeleted={onDeleted} />,
        },
      }}
    />
  );
}

const BOX = { size: 'xs', radius: 'xs', classNames: { input: classes.box } } as const;

function ChooseTest({ testId, chosen }: { readonly testId: number; readonly chosen: Chosen }) {
  return (
    <label className={classes.chooseOne}>
      <Checkbox
        {...BOX}
        aria-label={`Select test ${testId}`}
        checked={chosen.ids.has(testId)}
        onChange={({ currentTarget, nativeEvent }) =>
          // The native event is a click, and has the Shift key for a press of Space too.
          chosen.choose(
            testId,
            currentTarget.checked,
            nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          )
        }
      />
    </label>
  );
}

/** Only its name while there are no rows. */
function ChooseAll({ chosen: { shown = [], ids, chooseAll } }: { readonly chosen: Chosen }) {
  const count = shown.filter(({ testId }) => ids.has(testId)).length;
  const isAll = count === shown.length;
  if (shown.length === 0) return <span className={classes.chooseAllWords}>Select</span>;
  return (
    <Checkbox
      {...BOX}
      label="Select all on this page"
      classNames={{ ...BOX.classNames, label: classes.chooseAllWords }}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => chooseAll(!isAll)}
    />
  );
}

/** @param props.now epoch milliseconds */
function Message({ test, search, now }: { test: Test; search: string | undefined; now: number }) {
  const { testId, messageBody, latestRun, messagesPerRun, creationTimestamp, recentRuns: runs } = test;
  const isSearched = search !== undefined && searchedTestId(search) === testId;
  return (
    <>
      <Text component={ListLink} to={`/test-report/${testId}`} inherit c="var(--tp-text)" lineClamp={2}>
        {messageBody === '' ? (
          <Text component="em" inherit c="dimmed">
            Only the message code
          </Text>
        ) : (
          <MarkedText text={messageBody} search={search} />
        )}
      </Text>
      <CellNote>
        {isSearched ? <mark>#{testId}</mark> : `#${testId}`} ·{' '}
        {latestRun === null ? counted(messagesPerRun, 'message') : outcomeWords(latestRun)} ·{' '}
        {relativeTimestamp(creationTimestamp, now)}
      </CellNote>
      {runs.length > 0 && (
        // The last runs, the newest on the right (EVIDENCE-6).
        <Group
          gap={2}
          mt={4}
          w="max-content"
          role="img"
          aria-label={runsInWords(runs)}
          data-tip={runsInWords(runs)}
        >
          {runs.toReversed().map(({ runId, status }) => (
            <Box
              key={runId}
              component="span"
              w={6}
              h={12}
              bg="var(--tone)"
              className={tones[toneOfRun(status)]}
            />
          ))}
        </Group>
      )}
    </>
  );
}

/** @param names of the first ids; null if the directory has none */
function namesCell(label: string, ids: readonly number[], names: readonly (string | null)[]): ReactNode {
  const { short, all } = shortList(
    names.map((name, index) => name || `${label} ${ids[index]}`),
    ids.length,
  );
  if (ids.length < 2) return short;
  return (
    <Tipped words={all} className={classes.several}>
      {short}
    </Tipped>
  );
}
