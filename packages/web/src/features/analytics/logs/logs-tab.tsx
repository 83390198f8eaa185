/** Delivery Logs: the gauge, the seven cards and the logs (ANALYTICS-3). */
import { Button, Group, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { figure } from '@textprobe/domain/figures';
import { OPERATORS } from '@textprobe/domain/roles';
import { memo, useDeferredValue, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { AnalyticsFilters, LogsPage } from '../../../api/analytics.ts';
import { useAddressSearch } from '../../../ui/address-search.ts';
import { counted } from '../../../ui/counted.ts';
import pages from '../../../ui/pages.module.css';
import { Only } from '../../../ui/role.tsx';
import { comparedMessages, messageFigures, ZEROED } from '../figures/compared-figures.ts';
import type { ComparedPeriods } from '../figures/compared-periods.ts';
import { DeliveryGauge } from '../figures/delivery-gauge.tsx';
import { MessageCards, TestCards } from '../figures/figure-cards.tsx';
import { ReceiptTruth } from '../figures/receipt-truth.tsx';
import { type BundleState, figureOf } from '../figures/use-bundle.ts';
import { activeFilters, withCursor } from '../filters/analytics-address.ts';
import { LOGS_PAGE_SIZE } from '../first-requests.ts';
import classes from './logs-tab.module.css';
import { LogsTable } from './logs-table.tsx';
import type { LogsState } from './use-logs-page.ts';

interface LogsTabProps {
  readonly filters: AnalyticsFilters;
  readonly cursor: string | null;
  readonly state: LogsState;
  readonly bundle: BundleState;
  readonly periods: ComparedPeriods | null;
  readonly onReceived: () => void;
  readonly onReceiptOnly: () => void;
}

export function LogsTab({ filters, cursor, state, bundle, periods, ...press }: LogsTabProps) {
  const { query } = state;
  // Rows and cards render in slices, so that input is handled first.
  const { logs, page } = useDeferredValue(
    useMemo(() => ({ logs: state.logs, page: state.page }), [state.logs, state.page]),
  );
  const isDrawing = logs !== state.logs;
  const figures = useDeferredValue(bundle);
  const isFiltered = activeFilters(filters).length > 0;
  return (
    <>
      <LogsFigures state={figures} filters={filters} periods={periods} isZeroed={query.isError} {...press} />
      <Title order={2} id="logs" className={classes.title}>
        Logs
        <Text span fz="sm" c="dimmed">
          newest first
        </Text>
      </Title>
      <LogsTable
        logs={logs}
        isLoading={query.isPending || (isDrawing && logs.length === 0)}
        isOutdated={query.isPlaceholderData}
        empty={query.isError ? 'No data' : isFiltered ? 'No logs match these filters.' : FIRST_TEST}
      />
      {page !== undefined && <LogsPages cursor={cursor} page={page} />}
    </>
  );
}

const FIRST_TEST = (
  <>
    <p>Each message that a test sends is listed here.</p>
    <Only roles={OPERATORS}>
      <Link to="/create-tests">Create the first test</Link>
    </Only>
  </>
);

interface LogsFiguresProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly periods: ComparedPeriods | null;
  /** Whether the logs failed to load: the message figures then show zero (ANALYTICS-11). */
  readonly isZeroed: boolean;
  readonly onReceived: () => void;
  readonly onReceiptOnly: () => void;
}

/** The gauge and the seven cards, memoized by their figures. */
const LogsFigures = memo(function LogsFigures(props: LogsFiguresProps) {
  const { state, filters, periods, isZeroed, onReceived, onReceiptOnly } = props;
  const truth = figureOf(state, 'receiptTruth');
  const figures = isZeroed ? ZEROED : messageFigures(state);
  const compared = isZeroed ? null : comparedMessages(state, periods);
  return (
    <div className={classes.room}>
      <div className={classes.figures}>
        <DeliveryGauge state={figures} compared={compared} onReceived={onReceived} />
        <div className={classes.groups}>
          <MessageCards state={figures} compared={compared} />
          <ReceiptTruth
            truth={isZeroed ? undefined : truth.figure}
            isOutdated={truth.isOutdated}
            onReceiptOnly={onReceiptOnly}
          />
          <TestCards state={state} filters={filters} periods={periods} />
        </div>
      </div>
    </div>
  );
});

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
    <nav className={pages.pages} aria-label="Pages">
      <span className={pages.range}>
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
