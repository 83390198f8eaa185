/** Reports and Analytics (ANALYTICS-1 to 11): what was sent and received, and its trend over time. */
import { Button, Loader, Tabs } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { csvAddress, generateFilteredPDF } from '../../api/analytics.ts';
import { useAddressSearch } from '../../ui/address-search.ts';
import { counted } from '../../ui/counted.ts';
import { ExportButtons } from '../../ui/export-buttons.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import classes from './analytics-screen.module.css';
import { useAutoRefresh } from './auto-refresh.ts';
import { comparedPeriods, periodsToRequest } from './figures/compared-periods.ts';
import { useBundle } from './figures/use-bundle.ts';
import {
  activeFilters,
  type FilterChanges,
  readAnalyticsAddress,
  withFilters,
  withoutFilters,
  withTab,
} from './filters/analytics-address.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterPanel } from './filters/filter-panel.tsx';
import { LOGS_FIGURES, TREND_FIGURES } from './first-requests.ts';
import { LogsTab } from './logs/logs-tab.tsx';
import { useLogsPage } from './logs/use-logs-page.ts';
import { StatusBanner, statusMessage } from './status-banner.tsx';

/** Loaded with the trend tab. */
const TrendTab = lazy(async () => ({ default: (await import('./trend/trend-tab.tsx')).TrendTab }));

const TITLE = 'Reports and Analytics';
const PANEL_ID = 'analytics-filters';

export function AnalyticsScreen() {
  const [search, setSearch] = useAddressSearch();
  const { tab, filters, cursor } = useMemo(() => readAnalyticsAddress(search), [search]);
  const today = losAngelesDate(useNow(60_000));
  const [panelOpen, setPanelOpen] = useState(false);
  const [isDismissed, setIsDismissed] = useState(false);
  const state = useLogsPage(filters, cursor);
  const periods = useMemo(() => comparedPeriods(filters, today), [filters, today]);
  const requestedPeriods = useMemo(() => periodsToRequest(periods), [periods]);
  const figures = useBundle(LOGS_FIGURES, filters, { periods: requestedPeriods, enabled: tab === 'logs' });
  const trend = useBundle(TREND_FIGURES, filters, { enabled: tab === 'trend' });
  useAutoRefresh([state.newest, ...(state.page?.logs ?? [])]);

  const { query, page, isRequested } = state;
  // Whether the tab has no data yet: its logs and figures must not look like zero.
  const isFirst =
    (query.isPending && query.errorUpdateCount === 0) || (tab === 'logs' ? figures : trend).isFirst;
  const isAutomatic = query.isFetching && !isRequested && !isFirst && !query.isPlaceholderData;
  const message = statusMessage({
    isPending: isFirst,
    isOutdated: query.isPlaceholderData,
    isFetching: query.isFetching,
    isRequested,
    isError: query.isError,
    isFiltered: activeFilters(filters).length > 0,
    total: page?.total ?? 0,
    received: page?.received ?? 0,
  });

  // A user action brings the banner back; an automatic refresh does not.
  const filter = useCallback(
    (changes: FilterChanges) => {
      setIsDismissed(false);
      setSearch((now) => withFilters(now, changes), { preventScrollReset: true });
    },
    [setSearch],
  );
  const filterReceived = useCallback(() => filter({ status: 'received' }), [filter]);
  const filterReceiptOnly = useCallback(() => filter({ verdict: 'receipt only' }), [filter]);
  const clear = () => {
    setIsDismissed(false);
    setSearch(withoutFilters, { preventScrollReset: true });
  };
  const refresh = () => {
    setIsDismissed(false);
    void state.refresh();
  };

  return (
    <Screen title={TITLE}>
      <ScreenHeader title={TITLE}>
        <div className={classes.actions}>
          <RefreshButton isFetching={query.isFetching} onClick={refresh} />
          <ExportButtons
            csvAddress={csvAddress(filters)}
            makePdf={() => generateFilteredPDF(filters)}
            forCarrier={{
              query: filters,
              about: `${counted(page?.total ?? 0, 'message')} matching the filters.`,
            }}
          />
        </div>
      </ScreenHeader>
      {isFirst && <LoadingOverlay />}
      <StatusBanner
        message={isDismissed ? null : message}
        isAutomatic={isAutomatic}
        updatedAt={query.isError ? 0 : query.dataUpdatedAt}
        onDismiss={() => setIsDismissed(true)}
      />
      <Tabs
        value={tab}
        onChange={(next) =>
          setSearch((now) => withTab(now, next === 'trend' ? 'trend' : 'logs'), { preventScrollReset: true })
        }
        keepMounted={false}
      >
        <div className={classes.tabs}>
          <Tabs.List aria-label="Views" className={classes.tabList}>
            <Tabs.Tab value="logs">Delivery Logs</Tabs.Tab>
            <Tabs.Tab value="trend">Delivery Trend</Tabs.Tab>
          </Tabs.List>
          <Button
            variant="default"
            size="xs"
            flex="none"
            mb={4}
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={panelOpen}
            aria-controls={panelOpen ? PANEL_ID : undefined}
            onClick={() => setPanelOpen((open) => !open)}
          >
            {panelOpen ? 'Hide Filters' : 'Show Filters'}
          </Button>
        </div>
        {panelOpen ? (
          <FilterPanel id={PANEL_ID} filters={filters} today={today} onFilter={filter} onClear={clear} />
        ) : (
          <FilterChips filters={filters} onRemove={(name) => filter({ [name]: null })} onClear={clear} />
        )}
        <Tabs.Panel value="logs">
          <LogsTab
            filters={filters}
            cursor={cursor}
            state={state}
            bundle={figures}
            periods={periods}
            onReceived={filterReceived}
            onReceiptOnly={filterReceiptOnly}
          />
        </Tabs.Panel>
        <Tabs.Panel value="trend">
          <Suspense fallback={null}>
            <TrendTab state={trend} filters={filters} onFilter={filter} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** Covers the screen during the first load (ANALYTICS-1). The banner below says the same, and is the one that screen readers announce. */
function LoadingOverlay() {
  return (
    <div className={classes.overlay} role="progressbar" aria-label="Loading reports...">
      <Loader size={28} aria-hidden />
      <span>Loading reports...</span>
    </div>
  );
}
