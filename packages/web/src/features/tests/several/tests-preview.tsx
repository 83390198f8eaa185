/** The preview of Create several: each line as the test that it creates, an error beside the cell that it is about, and what became of it. */
import { figure } from '@textprobe/domain/figures';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import type { Client, Office, Phone } from '../../../api/normalize.ts';
import { counted } from '../../../ui/counted.ts';
import { ListCell, type ListColumn, ListRow, ListTable } from '../../../ui/list-table.tsx';
import { Pages, pageCount } from '../../../ui/pages.tsx';
import { ProblemReasons } from '../../../ui/problem-reasons.tsx';
import { useNow } from '../../../ui/relative-time.ts';
import { countMessages, segmentsInWords } from '../form/filled-message.ts';
import { describeWallTime } from '../form/wall-time.ts';
import type { Attempt } from './batch.ts';
import { type Cell, isReady, type PlannedTest } from './plan-tests.ts';
import classes from './several.module.css';
import { firstNames, whenWords } from './several-words.ts';
import type { Creating } from './use-creating.ts';

const PAGE_SIZE = 50;
const NOW_EVERY_MS = 15_000;

const COLUMNS: readonly ListColumn[] = [
  ['Line', classes.number],
  ['Message'],
  ['Offices', classes.recipients],
  ['Phones', classes.recipients],
  ['When', classes.when],
  ['Messages', classes.count],
  ['Test', classes.outcome],
];

type ClientNames = (clientId: Client['id']) => string;

interface TestsPreviewProps {
  readonly tests: readonly PlannedTest[];
  readonly attempts: ReadonlyMap<PlannedTest, Attempt>;
  readonly creating: Pick<Creating, 'isRunning' | 'progress'>;
  readonly clientName: ClientNames;
  readonly isLoading: boolean;
  /** Whether the text has changed since the preview. */
  readonly isOutdated: boolean;
}

export function TestsPreview(props: TestsPreviewProps) {
  const { tests, attempts, creating, clientName, isLoading, isOutdated } = props;
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, pageCount(tests.length, PAGE_SIZE));
  const now = useNow(NOW_EVERY_MS);
  const shown = tests.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <ListTable
        aria-label="Preview"
        columns={COLUMNS}
        rowClassName={classes.row}
        isLoading={isLoading}
        skeletonRows={Math.max(1, shown.length)}
        isOutdated={isOutdated}
        rows={shown.map((test) => (
          <PreviewRow
            key={test.line.number}
            test={test}
            warning={warningOf(test, now)}
            clientName={clientName}
            {...outcomeOf(test, attempts.get(test), creating)}
          />
        ))}
        empty="No tests yet."
      />
      {tests.length > PAGE_SIZE && (
        <Pages page={page} pageSize={PAGE_SIZE} total={tests.length} noun="test" onPage={setPage} />
      )}
    </>
  );
}

function warningOf({ line, draft, errors }: PlannedTest, now: number): string | null {
  if (draft.testType !== 'SCHEDULED' || errors.when !== undefined || line.fault !== null) return null;
  return describeWallTime(draft.scheduledAt, now)?.warning ?? null;
}

interface Outcome {
  readonly testId: number | null;
  readonly failure: unknown;
  readonly state: string;
}

function outcomeOf(
  test: PlannedTest,
  attempt: Attempt | undefined,
  { isRunning, progress }: TestsPreviewProps['creating'],
): Outcome {
  const { key, testId } = attempt ?? { key: '', testId: null };
  const failure = progress?.failures.get(key) ?? null;
  return { testId, failure, state: stateOf() };

  function stateOf() {
    if (!isReady(test)) return isRunning ? 'Skipped' : 'Has errors';
    if (progress?.inFlight.has(key)) return 'Creating...';
    if (isRunning) return 'Waiting';
    return progress !== null && attempt !== undefined ? 'Not created yet' : 'Ready';
  }
}

interface PreviewRowProps extends Outcome {
  readonly test: PlannedTest;
  readonly warning: string | null;
  readonly clientName: ClientNames;
}

const PreviewRow = memo(function PreviewRow(props: PreviewRowProps) {
  const { test, warning, clientName, testId, failure, state } = props;
  const { line, outgoing, draft, errors } = test;
  const { offices, phones, total: messages } = outgoing;
  const { fewestSegments, mostSegments } = countMessages(line.message, outgoing, clientName);
  return (
    <ListRow className={classes.row}>
      <ListCell label="Line" className={`${classes.figures} ${classes.line}`}>
        {figure(line.number)}
      </ListCell>
      <ListCell label="Message" className={classes.message}>
        {line.message.trim() !== '' && (
          <>
            <div className={classes.text}>{line.message}</div>
            <div className={classes.soft}>{segmentsInWords(fewestSegments, mostSegments)}</div>
          </>
        )}
        <CellError of={test} cell="message" />
      </ListCell>
      <ListCell label="Offices">
        {offices.length > 0 && <Recipients entries={offices} noun="office" />}
        <CellError of={test} cell="offices" />
      </ListCell>
      <ListCell label="Phones">
        {phones.length > 0 && <Recipients entries={phones} noun="phone" />}
        <CellError of={test} cell="phones" />
      </ListCell>
      <ListCell label="When" className={classes.figures}>
        {errors.when === undefined && line.fault === null && whenWords(draft)}
        {warning !== null && <p className={classes.warning}>{warning}</p>}
        <CellError of={test} cell="when" />
      </ListCell>
      <ListCell label="Messages" className={classes.figures}>
        {isReady(test) ? figure(messages) : '–'}
      </ListCell>
      <ListCell label="Test" className={classes.result}>
        {testId !== null ? (
          <Link to={`/test-report/${testId}`} className={classes.made}>
            Test #{testId}
          </Link>
        ) : failure !== null ? (
          <div className={classes.error}>
            <ProblemReasons error={failure} />
          </div>
        ) : (
          <span className={classes.soft}>{state}</span>
        )}
      </ListCell>
    </ListRow>
  );
});

function CellError({ of, cell }: { of: PlannedTest; cell: Cell }) {
  const error = of.errors[cell];
  return error === undefined ? null : <p className={classes.error}>{error}</p>;
}

function Recipients({ entries, noun }: { entries: readonly (Office | Phone)[]; noun: string }) {
  return (
    <>
      {counted(entries.length, noun)}
      <div className={classes.soft}>{firstNames(entries)}</div>
    </>
  );
}
