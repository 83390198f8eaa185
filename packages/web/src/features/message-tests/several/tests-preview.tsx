/** The preview of Create several: each line as the test that it creates, an error beside the cell that it is about, and what became of it. */
import { Anchor, Box, Text } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import type { Office, Phone } from '../../../api/normalize.ts';
import { counted } from '../../../ui/counted.ts';
import { CellNote, EntryTable } from '../../../ui/entry-table.tsx';
import { Pages, pageCount } from '../../../ui/pages.tsx';
import { ProblemReasons } from '../../../ui/problem-reasons.tsx';
import { useNow } from '../../../ui/relative-time.ts';
import { type ClientNames, countMessages, segmentsInWords } from '../form/filled-message.ts';
import { describeWallTime } from '../form/wall-time.ts';
import type { Attempt } from './batch.ts';
import { type Cell, isReady, type PlannedTest } from './plan-tests.ts';
import classes from './several.module.css';
import { firstNames, whenWords } from './several-words.ts';
import type { Creating } from './use-creating.ts';

const PAGE_SIZE = 50;

interface TestsPreviewProps {
  readonly tests: readonly PlannedTest[];
  readonly attempts: ReadonlyMap<PlannedTest, Attempt>;
  readonly creating: Pick<Creating, 'isRunning' | 'calls'>;
  readonly clientName: ClientNames;
  readonly isLoading: boolean;
  /** Whether the text has changed since the preview. */
  readonly isOutdated: boolean;
}

export function TestsPreview(props: TestsPreviewProps) {
  const { tests, attempts, creating, clientName, isLoading, isOutdated } = props;
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, pageCount(tests.length, PAGE_SIZE));
  const now = useNow(15_000);
  const shown = tests.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <EntryTable
        aria-label="Preview"
        entries={isLoading ? undefined : shown}
        keyOf={({ line }) => line.number}
        skeletonRows={Math.max(1, shown.length)}
        isOutdated={isOutdated}
        empty="No tests yet."
        columns={{
          Line: { width: 56, cell: ({ line }) => figure(line.number) },
          Message: {
            card: 'line',
            cell: (test) => (
              <>
                <Message test={test} clientName={clientName} />
                <Wrong>{test.errors.message}</Wrong>
              </>
            ),
          },
          Offices: { width: '16%', cell: (test) => recipientsCell(test, 'offices', 'office') },
          Phones: { width: '16%', cell: (test) => recipientsCell(test, 'phones', 'phone') },
          When: {
            width: 152,
            cell: (test) => (
              <>
                {hasTime(test) && whenWords(test.draft)}
                <Text size="sm" c="var(--tp-status-partially-delivered)">
                  {hasTime(test) &&
                    test.draft.testType === 'SCHEDULED' &&
                    describeWallTime(test.draft.scheduledAt, now)?.warning}
                </Text>
                <Wrong>{test.errors.when}</Wrong>
              </>
            ),
          },
          Messages: { width: 84, cell: (test) => (isReady(test) ? figure(test.outgoing.total) : '–') },
          Test: { width: 176, cell: (test) => outcomeCell(test, attempts.get(test), creating) },
        }}
      />
      {tests.length > PAGE_SIZE && (
        <Pages page={page} pageSize={PAGE_SIZE} total={tests.length} noun="test" onPage={setPage} />
      )}
    </>
  );
}

/** Memoized: up to 500 texts are filled to count its segments. */
const Message = memo(function Message({ test, clientName }: { test: PlannedTest; clientName: ClientNames }) {
  const { message } = test.line;
  if (message.trim() === '') return null;
  const { fewestSegments, mostSegments } = countMessages(message, test.outgoing, clientName);
  return (
    <>
      <Text inherit lineClamp={2} className={classes.text}>
        {message}
      </Text>
      <CellNote>{segmentsInWords(fewestSegments, mostSegments)}</CellNote>
    </>
  );
});

/** What is wrong with a cell, if anything. */
function Wrong({ children }: { readonly children: string | undefined }) {
  return (
    <Text size="sm" c="var(--tp-danger)">
      {children}
    </Text>
  );
}

function hasTime({ errors, line }: PlannedTest): boolean {
  return errors.when === undefined && line.fault === null;
}

function recipientsCell(test: PlannedTest, cell: Cell & ('offices' | 'phones'), noun: string) {
  const entries: readonly (Office | Phone)[] = test.outgoing[cell];
  return (
    <>
      {entries.length > 0 && counted(entries.length, noun)}
      {entries.length > 0 && <CellNote>{firstNames(entries)}</CellNote>}
      <Wrong>{test.errors[cell]}</Wrong>
    </>
  );
}

function outcomeCell(
  test: PlannedTest,
  attempt: Attempt | undefined,
  { isRunning, calls }: TestsPreviewProps['creating'],
) {
  if (attempt?.testId)
    return (
      <Anchor component={Link} inherit fw={550} to={`/test-report/${attempt.testId}`}>
        Test #{attempt.testId}
      </Anchor>
    );
  const call = attempt && calls?.get(attempt.key);
  if (typeof call === 'object')
    return (
      <Box c="var(--tp-danger)" className={classes.reasons}>
        <ProblemReasons error={call.error} />
      </Box>
    );
  if (!isReady(test)) return <CellNote>{isRunning ? 'Skipped' : 'Has errors'}</CellNote>;
  if (call === 'in flight') return <CellNote>Creating...</CellNote>;
  if (isRunning) return <CellNote>Waiting</CellNote>;
  return <CellNote>{calls !== null && attempt !== undefined ? 'Not created yet' : 'Ready'}</CellNote>;
}
