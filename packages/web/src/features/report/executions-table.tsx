/**
 * The table of executions: sortable headers, or a sort menu where they do not fit, and rows that open. Roles are explicit because narrow
 * screens lay it out as cards.
 */
import type { MediaFile } from '@textprobe/contract/media';
import type { ReactNode } from 'react';
import { SortButton } from '../../ui/sort-button.tsx';
import {
  EXECUTION_COLUMNS,
  type Execution,
  type Sorting,
  type SortKey,
  sortKeyOf,
} from './execution-order.ts';
import { ExecutionRow } from './execution-row.tsx';
import classes from './executions.module.css';

interface ExecutionsTableProps {
  readonly executions: readonly Execution[];
  /** Files of an MMS as sent. */
  readonly sentFiles: readonly MediaFile[];
  readonly isMms: boolean;
  /** Log ids of the opened rows. */
  readonly open: ReadonlySet<number>;
  readonly onOpen: (logId: number, isOpen: boolean) => void;
  readonly sorting: Sorting | null;
  readonly onSort: (key: SortKey) => void;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

export function ExecutionsTable(props: ExecutionsTableProps) {
  const { executions, sentFiles, isMms, open, onOpen, sorting, onSort, empty } = props;
  return (
    <div className={classes.frame}>
      <table role="table" className={classes.table} aria-labelledby="executions-title">
        <thead role="rowgroup">
          <tr role="row">
            {EXECUTION_COLUMNS.map(([key, label]) => {
              const chosen = sorting?.descending ? 'descending' : 'ascending';
              const direction = sorting?.key === key ? chosen : 'none';
              return (
                <th key={key} role="columnheader" scope="col" className={classes[key]} aria-sort={direction}>
                  <SortButton
                    label={label}
                    sorted={direction}
                    className={classes.sort}
                    onSort={() => onSort(key)}
                  />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {executions.map((execution) => (
            <ExecutionRow
              key={execution.log.testLogID}
              {...execution}
              sentFiles={sentFiles}
              isMms={isMms}
              open={open.has(execution.log.testLogID)}
              onOpen={onOpen}
            />
          ))}
          {executions.length === 0 && (
            <tr role="row" className={classes.emptyRow}>
              <td role="cell" colSpan={EXECUTION_COLUMNS.length} className={classes.empty}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

interface SortChoiceProps {
  readonly sorting: Sorting | null;
  readonly onSorting: (sorting: Sorting | null) => void;
}

/** An option's value is its column's key, with a minus for descending order. */
export function SortChoice({ sorting, onSorting }: SortChoiceProps) {
  return (
    <select
      className={classes.sortChoice}
      aria-label="Sort executions"
      value={sorting === null ? '' : `${sorting.descending ? '-' : ''}${sorting.key}`}
      onChange={({ currentTarget: { value } }) => {
        const key = sortKeyOf(value.replace('-', ''));
        onSorting(key === undefined ? null : { key, descending: value.startsWith('-') });
      }}
    >
      <option value="">Newest first</option>
      {EXECUTION_COLUMNS.flatMap(([key, label]) => [
        <option key={key} value={key}>
          {label} ↑
        </option>,
        <option key={`-${key}`} value={`-${key}`}>
          {label} ↓
        </option>,
      ])}
    </select>
  );
}
