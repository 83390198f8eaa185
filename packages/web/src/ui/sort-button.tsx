/** The label of a column that sorts by it. Its header has `aria-sort`. */
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './sort-button.module.css';

export type Sorted = 'none' | 'ascending' | 'descending';

const ARROWS = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown } as const;

interface SortButtonProps {
  readonly label: string;
  readonly sorted: Sorted;
  readonly className?: string | undefined;
  readonly onSort: () => void;
}

export function SortButton({ label, sorted, className = '', onSort }: SortButtonProps) {
  const Arrow = ARROWS[sorted];
  return (
    <button type="button" className={`${classes.sort} ${className}`} data-sorted={sorted} onClick={onSort}>
      {label}
      <Arrow size={12} aria-hidden />
    </button>
  );
}
