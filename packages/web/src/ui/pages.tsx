/** Pagination of a list: the range of rows shown, the number of pages, and the page links (LIST-4). */
import { Pagination } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { counted } from './counted.ts';
import classes from './pages.module.css';

interface PagesProps {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** Name of an entry in the singular: `test`. */
  readonly noun: string;
  readonly onPage: (page: number) => void;
}

const CONTROL_LABELS = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

export function Pages({ page, pageSize, total, noun, onPage }: PagesProps) {
  const pages = pageCount(total, pageSize);
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className={classes.pages} aria-label={`Pages of ${noun}s`}>
      <span className={classes.range}>
        {pages === 1
          ? counted(total, noun)
          : `${figure(first)}–${figure(Math.min(first + pageSize - 1, total))} of ${figure(total)}`}
      </span>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={onPage}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': CONTROL_LABELS[control] })}
        />
      )}
    </nav>
  );
}

/** At least 1. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
