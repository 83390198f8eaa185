/** How executions are sorted where there is no room for column heads to press. */
import { EXECUTION_COLUMNS } from './execution-columns.ts';
import type { Sorting, SortKey } from './execution-order.ts';
import classes from './sort-choice.module.css';

interface SortChoiceProps {
  readonly sorting: Sorting | null;
  readonly onSorting: (sorting: Sorting | null) => void;
}

export function SortChoice({ sorting, onSorting }: SortChoiceProps) {
  return (
    <select
      className={classes.choice}
      aria-label="Sort executions"
      value={sorting === null ? '' : valueOf(sorting.key, sorting.descending)}
      onChange={(event) => onSorting(sortingOf(event.currentTarget.value))}
    >
      <option value="">Newest first</option>
      {EXECUTION_COLUMNS.flatMap(([key, label]) =>
        [false, true].map((descending) => (
          <option key={valueOf(key, descending)} value={valueOf(key, descending)}>
            {label} {descending ? '↓' : '↑'}
          </option>
        )),
      )}
    </select>
  );
}

function valueOf(key: SortKey, descending: boolean): string {
  return descending ? `-${key}` : key;
}

function sortingOf(value: string): Sorting | null {
  const descending = value.startsWith('-');
  const column = EXECUTION_COLUMNS.find(([key]) => valueOf(key, descending) === value);
  return column === undefined ? null : { key: column[0], descending };
}
