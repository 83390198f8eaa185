/** Which rows are shown, of how many, and the way to the others (LIST-4). */
import { Pagination } from '@mantine/core';
import { TESTS_PAGE_SIZE } from '@textprobe/contract/tests';
import { counted } from '../../app/counted.ts';
import { pageCount } from './page-count.ts';
import classes from './list-pages.module.css';

interface ListPagesProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

const CONTROL_LABELS = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

export function ListPages({ page, total, onPage }: ListPagesProps) {
  const pages = pageCount(total);
  const first = (page - 1) * TESTS_PAGE_SIZE + 1;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <span className={classes.range}>
        {pages === 1
          ? counted(total, 'test')
          : `${first.toLocaleString('en-US')}–${Math.min(first + TESTS_PAGE_SIZE - 1, total).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
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
