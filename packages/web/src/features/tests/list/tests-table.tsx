/** The table of the tests list: its columns (LIST-3) and its rows. */
import type { Test } from '@textprobe/contract/tests';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { useNow } from '../../../ui/relative-time.ts';
import { PAGE_SIZE } from './list-address.ts';
import { TestRow } from './test-row.tsx';
import classes from './tests-table.module.css';

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
  /** Whether the previous page is shown while another loads. */
  readonly outdated: boolean;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  readonly onDeleted: (testId: number) => void;
}

export function TestsTable(props: TestsTableProps) {
  const { tests: allTests, outdated: isOld, empty, onDeleted } = props;
  // Rows render in slices, so that input is handled first.
  const { tests, outdated } = useDeferredValue(
    useMemo(() => ({ tests: allTests, outdated: isOld }), [allTests, isOld]),
  );
  const now = useNow(15_000);
  return (
    <ListTable
      aria-label="Tests"
      columns={COLUMNS}
      rowClassName={classes.row}
      isLoading={tests === undefined}
      skeletonRows={tests?.length || PAGE_SIZE}
      isOutdated={outdated}
      rows={(tests ?? []).map((test) => (
        <TestRow key={test.testId} test={test} now={now} onDeleted={onDeleted} />
      ))}
      empty={empty}
    />
  );
}
