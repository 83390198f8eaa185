/** Delivery Logs: the gauge, the seven cards and the logs (ANALYTICS-3). */
import { Text, Title } from '@mantine/core';
import { memo, useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { comparedMessages, messageFigures, ZEROED } from '../figures/compared-figures.ts';
import type { ComparedPeriods } from '../figures/compared-periods.ts';
import { DeliveryGauge } from '../figures/delivery-gauge.tsx';
import { MessageCards, TestCards } from '../figures/figure-cards.tsx';
import type { BundleState } from '../figures/use-bundle.ts';
import { setFilters } from '../filters/analytics-address.ts';
import { LogsPages } from './logs-pages.tsx';
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
}

export function LogsTab({ filters, cursor, state, bundle, periods, onReceived }: LogsTabProps) {
  const { query } = state;
  // Rows and cards render in slices, so that input is handled first.
  const { logs, page } = useDeferredValue(
    useMemo(() => ({ logs: state.logs, page: state.page }), [state.logs, state.page]),
  );
  const isDrawing = logs !== state.logs;
  const figures = useDeferredValue(bundle);
  const isFiltered = setFilters(filters).length > 0;
  return (
    <>
      <LogsFigures
        state={figures}
        filters={filters}
        periods={periods}
        isZeroed={query.isError}
        onReceived={onReceived}
      />
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
    <Link to="/create-tests">Create the first test</Link>
  </>
);

interface LogsFiguresProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly periods: ComparedPeriods | null;
  /** Whether the logs failed to load: the message figures then show zero (ANALYTICS-11). */
  readonly isZeroed: boolean;
  readonly onReceived: () => void;
}

/** The gauge and the seven cards, memoized by their figures. */
const LogsFigures = memo(function LogsFigures(props: LogsFiguresProps) {
  const { state, filters, periods, isZeroed, onReceived } = props;
  const figures = isZeroed ? ZEROED : messageFigures(state);
  const compared = isZeroed ? null : comparedMessages(state, periods);
  return (
    <div className={classes.room}>
      <div className={classes.figures}>
        <DeliveryGauge state={figures} compared={compared} onReceived={onReceived} />
        <div className={classes.groups}>
          <MessageCards state={figures} compared={compared} />
          <TestCards state={state} filters={filters} periods={periods} />
        </div>
      </div>
    </div>
  );
});
