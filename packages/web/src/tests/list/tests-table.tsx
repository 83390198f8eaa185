/** The table of the tests list: its columns (LIST-3), its rows, and what stands there while there are none. */
import type { Test } from '@textprobe/contract/tests';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { useNow } from '../../app/relative-time.ts';
import type { Directory } from '../../directory/use-directory.ts';
import { PAGE_SIZE } from './page-size.ts';
import { TestRow } from './test-row.tsx';
import classes from './tests-table.module.css';

const COLUMNS = [
  ['Message Content', ''],
  ['Test Type', classes.type],
  ['Message Type', classes.messageType],
  ['Scheduled Next', classes.next],
  ['Partner', classes.partner],
  ['Client', classes.client],
  ['Office', classes.office],
  ['Execution Status', classes.statusColumn],
  ['Recurring Schedule', classes.recurring],
  ['Actions', classes.actionsColumn],
] as const;

interface TestsTableProps {
  /** Undefined while the first page is loading. */
  readonly tests: readonly Test[] | undefined;
  readonly directory: Directory;
  /** Another page is on its way: what is shown is the one before. */
  readonly outdated: boolean;
  /** In place of rows. */
  readonly empty: ReactNode;
  readonly onDeleted: (testId: number) => void;
}

export function TestsTable(props: TestsTableProps) {
  const { tests: allTests, directory: names, outdated: isOld, empty, onDeleted } = props;
  // Rows are drawn in slices: whoever presses something meanwhile is answered first.
  const { tests, directory, outdated } = useDeferredValue(
    useMemo(() => ({ tests: allTests, directory: names, outdated: isOld }), [allTests, names, isOld]),
  );
  const now = useNow(15_000);
  const loading = tests === undefined || directory.loading;
  return (
    <div className={classes.frame}>
      <table role="table" className={classes.table} aria-busy={loading || outdated} aria-label="Tests">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map(([label, width]) => (
              <th key={label} role="columnheader" scope="col" className={width}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={outdated ? classes.outdated : ''}>
          {loading ? (
            <SkeletonRows count={tests?.length || PAGE_SIZE} />
          ) : (
            tests.map((test) => (
              <TestRow key={test.testId} test={test} directory={directory} now={now} onDeleted={onDeleted} />
            ))
          )}
          {!loading && tests.length === 0 && (
            <tr role="row">
              <td role="cell" colSpan={COLUMNS.length} className={classes.empty}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** As high as the rows that will come, so that nothing jumps. */
const SkeletonRows = memo(function SkeletonRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} role="row" className={classes.row} aria-hidden>
      {COLUMNS.map(([label]) => (
        <td key={label} role="cell" className={classes.cell}>
          <div className="bone" />
        </td>
      ))}
    </tr>
  ));
});
