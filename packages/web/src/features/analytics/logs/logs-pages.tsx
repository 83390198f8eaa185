/** The range of logs shown, with buttons for older and newer ones. Pages use cursors, so any depth costs the same. */
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import type { LogsPage } from '../../../api/analytics.ts';
import { useAddressSearch } from '../../../ui/address-search.ts';
import { counted, figure } from '../../../ui/counted.ts';
import classes from '../../../ui/pages.module.css';
import { withCursor } from '../filters/analytics-address.ts';
import { LOGS_PAGE_SIZE } from '../first-requests.ts';

interface LogsPagesProps {
  /** Cursor of the page shown; null is the newest. */
  readonly cursor: string | null;
  readonly page: LogsPage;
}

export function LogsPages({ cursor, page }: LogsPagesProps) {
  const { logs, total, nextCursor } = page;
  const { trail, toNewest, toNewer, toOlder } = usePageTrail(cursor);
  // Null if the URL was opened directly: the number of pages before is unknown.
  const pagesBefore = trail?.length ?? null;
  if (pagesBefore === 0 && nextCursor === null) return null;
  const first = (pagesBefore ?? 0) * LOGS_PAGE_SIZE + 1;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <span className={classes.range}>
        {pagesBefore === null || logs.length === 0
          ? `Older logs, ${figure(total)} in total`
          : `${figure(first)}–${figure(first + logs.length - 1)} of ${counted(total, 'log')}`}
      </span>
      <Group gap={8}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconChevronsLeft size={16} aria-hidden />}
          disabled={pagesBefore === 0}
          onClick={toNewest}
        >
          Newest
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={pagesBefore === 0 || pagesBefore === null}
          onClick={toNewer}
        >
          Newer
        </Button>
        <Button
          size="compact-md"
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={nextCursor === null}
          onClick={() => nextCursor !== null && toOlder(nextCursor)}
        >
          Older
        </Button>
      </Group>
    </nav>
  );
}

/**
 * The cursors of the pages before this one, where null is the newest page. Null as a whole: the URL was opened directly, so they are
 * unknown.
 */
type PageTrail = readonly (string | null)[] | null;

export function readTrail(cursor: string | null, state: unknown): PageTrail {
  if (cursor === null) return [];
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : null;
  return Array.isArray(trail) && trail.every((one) => one === null || typeof one === 'string') ? trail : null;
}

/** Stored in the browser's history, so that Newer works after a reload too. */
function usePageTrail(cursor: string | null) {
  const [, setSearch] = useAddressSearch();
  const { state } = useLocation();
  const trail = readTrail(cursor, state);
  const go = (to: string | null, next: PageTrail) =>
    setSearch((now) => withCursor(now, to), { state: { trail: next }, preventScrollReset: true });
  return {
    trail,
    toNewest: () => go(null, []),
    toNewer: () => go(trail?.at(-1) ?? null, trail?.slice(0, -1) ?? null),
    toOlder: (nextCursor: string) => go(nextCursor, trail === null ? null : [...trail, cursor]),
  };
}
