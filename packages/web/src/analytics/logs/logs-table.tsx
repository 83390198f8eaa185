/** The table of logs, newest first (ANALYTICS-3, 7), and what stands there while there are none. */
import { memo, type ReactNode } from 'react';
import type { EnrichedLog } from './enriched-logs.ts';
import { LOG_COLUMNS } from './log-columns.ts';
import { LogRow } from './log-row.tsx';
import classes from './logs-table.module.css';

interface LogsTableProps {
  readonly logs: readonly EnrichedLog[];
  readonly isLoading: boolean;
  /** What is shown belongs to another filter or page. */
  readonly isOutdated: boolean;
  /** In place of rows. */
  readonly empty: ReactNode;
}

const SKELETON_ROWS = 10;

/** Drawn anew only for other logs: around it, some thirty figures come in one by one. */
export const LogsTable = memo(function LogsTable({ logs, isLoading, isOutdated, empty }: LogsTableProps) {
  return (
    <div className={classes.frame}>
      <table
        role="table"
        className={classes.table}
        aria-busy={isLoading || isOutdated}
        aria-labelledby="logs"
      >
        <thead role="rowgroup">
          <tr role="row">
            {LOG_COLUMNS.map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={isOutdated ? classes.outdated : ''}>
          {isLoading && <SkeletonRows />}
          {logs.map((one) => (
            <LogRow key={one.log.testLogID} {...one} />
          ))}
          {!isLoading && logs.length === 0 && (
            <tr role="row">
              <td role="cell" colSpan={LOG_COLUMNS.length} className={classes.empty}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
});

/** As high as the rows that will come, so that nothing jumps. */
function SkeletonRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} role="row" className={classes.row} aria-hidden>
      {LOG_COLUMNS.map((name) => (
        <td key={name} role="cell" className={classes.cell}>
          <div className="bone" />
        </td>
      ))}
    </tr>
  ));
}
