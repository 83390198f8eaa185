/** The table of logs, newest first (ANALYTICS-3, 7). */
import { memo, type ReactNode } from 'react';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import type { EnrichedLog } from './enriched-logs.ts';
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

const COLUMNS: readonly ListColumn[] = [
  ['Log ID', classes.logHead],
  ['Test ID', classes.testHead],
  ['Message'],
  ['Message Type', classes.messageTypeHead],
  ['Test Type', classes.testTypeHead],
  ['Carrier', classes.carrierHead],
  ['Status', classes.statusHead],
  ['Sent', classes.timeHead],
  ['Received', classes.timeHead],
  ['Created', classes.lastHead],
];

/** Drawn anew only for other logs: around it, some thirty figures come in one by one. */
export const LogsTable = memo(function LogsTable({ logs, isLoading, isOutdated, empty }: LogsTableProps) {
  return (
    <ListTable
      aria-labelledby="logs"
      columns={COLUMNS}
      rowClassName={classes.row}
      isLoading={isLoading}
      skeletonRows={SKELETON_ROWS}
      isOutdated={isOutdated}
      rows={logs.map((one) => <LogRow key={one.log.testLogID} {...one} />)}
      empty={empty}
    />
  );
});
