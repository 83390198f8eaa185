/** The table of the tests list: its columns (LIST-3) and its rows. */
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { searchedTestId } from '@textprobe/domain/search-words';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { type Dispatch, memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { counted } from '../../../ui/counted.ts';
import { ListCell, type ListColumn, ListLink, ListRow, ListTable } from '../../../ui/list-table.tsx';
import { MarkedText } from '../../../ui/marked-text.tsx';
import { relativeTimestamp, useNow } from '../../../ui/relative-time.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Tipped } from '../../../ui/tips.tsx';
import { ChooseAll, ChooseTest } from './choose-box.tsx';
import { PAGE_SIZE } from './list-address.ts';
import { RecentRuns } from './recent-runs.tsx';
import { RowActions } from './row-actions.tsx';
import { hasEnded, outcomeWords, recurrenceWords, shortList } from './test-words.ts';
import classes from './tests-table.module.css';
import type { ChoosingChange, Chosen } from './use-chosen.ts';

const COLUMNS: readonly ListColumn[] = [
  ['Message Content'],
  ['Test Type', classes.type],
  ['Message Type', classes.messageType],
  ['Scheduled Next', classes.next],
  ['Partner', classes.partner],
  ['Client', classes.client],
  ['Office', classes.office],
  ['Execution Status', classes.statusColumn],
  ['Recurring Schedule', classes.recurring],
  ['Actions', classes.actionsColumn],
];

interface TestsTableProps {
  /** Undefined while the first page is loading. */
  readonly tests: readonly Test[] | undefined;
  /** Highlighted in the messages. */
  readonly search: string | undefined;
  /** Whether the previous page is shown while another loads. */
  readonly outdated: boolean;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  readonly chosen: Pick<Chosen, 'ids' | 'change'>;
  readonly onDeleted: (testId: number) => void;
}

export function TestsTable(props: TestsTableProps) {
  const { tests: allTests, search: words, outdated: isOld, empty, chosen, onDeleted } = props;
  const { ids, change } = chosen;
  // Rows render in slices, so that input is handled first.
  const { tests, search, outdated } = useDeferredValue(
    useMemo(() => ({ tests: allTests, search: words, outdated: isOld }), [allTests, words, isOld]),
  );
  const now = useNow(15_000);
  const columns = useMemo((): readonly ListColumn[] => {
    const all = <ChooseAll tests={tests} chosen={ids} onChoose={change} />;
    return [['Select', classes.chooseColumn, all], ...COLUMNS];
  }, [tests, ids, change]);
  return (
    <ListTable
      aria-label="Tests"
      columns={columns}
      rowClassName={classes.row}
      isLoading={tests === undefined}
      skeletonRows={tests?.length || PAGE_SIZE}
      isOutdated={outdated}
      rows={(tests ?? []).map((test) => (
        <TestRow
          key={test.testId}
          test={test}
          search={search}
          now={now}
          isChosen={ids.has(test.testId)}
          onChoose={change}
          onDeleted={onDeleted}
        />
      ))}
      empty={empty}
    />
  );
}

interface TestRowProps {
  readonly test: Test;
  readonly search: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly isChosen: boolean;
  readonly onChoose: Dispatch<ChoosingChange>;
  readonly onDeleted: (testId: number) => void;
}

export const TestRow = memo(function TestRow(props: TestRowProps) {
  const { test, search, now, isChosen, onChoose, onDeleted } = props;
  const officeIds = test.officeIDs.officeIDs;
  const partnerIds = test.partnerIDs.length > 0 ? test.partnerIDs : [test.partnerId];
  const messages = test.messagesPerRun;
  const isSearched = search !== undefined && searchedTestId(search) === test.testId;
  return (
    <ListRow className={classes.row}>
      <ListCell label="Select" className={classes.choose}>
        <ChooseTest testId={test.testId} isChosen={isChosen} onChoose={onChoose} />
      </ListCell>
      <ListCell label="Message Content" className={classes.message}>
        <ListLink to={`/test-report/${test.testId}`} className={classes.link}>
          {test.messageBody === '' ? (
            <em>Only the message code</em>
          ) : (
            <MarkedText text={test.messageBody} search={search} />
          )}
        </ListLink>
        <div className={classes.soft}>
          {isSearched ? <mark>#{test.testId}</mark> : `#${test.testId}`} ·{' '}
          {test.latestRun === null ? counted(messages, 'message') : outcomeWords(test.latestRun)} ·{' '}
          {relativeTimestamp(test.creationTimestamp, now)}
        </div>
        <RecentRuns runs={test.recentRuns} />
      </ListCell>
      <ListCell label="Test Type">
        {testTypeLabel(test.testType)}
        {hasEnded(test) && <div className={classes.soft}>No more runs</div>}
      </ListCell>
      <ListCell label="Message Type">{test.messageType}</ListCell>
      <ListCell label="Scheduled Next" className={classes.figures}>
        {formatDateTime(test.nextDue)}
      </ListCell>
      <NamesCell label="Partner" ids={partnerIds} names={test.names.partners} />
      <NamesCell label="Client" ids={test.clientIDs.clientIDs} names={test.names.clients} />
      <NamesCell label="Office" ids={officeIds} names={test.names.offices} />
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

interface NamesCellProps {
  readonly label: 'Partner' | 'Client' | 'Office';
  readonly ids: readonly number[];
  /** Names of the first ids; null if the directory has none. */
  readonly names: readonly (string | null)[];
}

function NamesCell({ label, ids, names }: NamesCellProps) {
  const { short, all } = shortList(
    names.map((name, index) => name || `${label} ${ids[index]}`),
    ids.length,
  );
  return (
    <ListCell label={label}>
      {ids.length > 1 ? (
        <Tipped words={all} className={classes.several}>
          {short}
        </Tipped>
      ) : (
        short
      )}
    </ListCell>
  );
}
