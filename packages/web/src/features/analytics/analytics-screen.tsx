/** Reports and Analytics (ANALYTICS-1 to 11): what was sent and received, and its trend over time. */
import { Button, Group, Loader, Overlay, Stack, Tabs } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { lazy, Suspense, useState } from 'react';
import { csvAddress, generateFilteredPDF } from '../../api/analytics.ts';
import { useAddress } from '../../ui/address-search.ts';
import { counted } from '../../ui/counted.ts';
import { ExportButtons } from '../../ui/export-buttons.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { comparedPeriods } from './figures/compared-periods.ts';
import { LogsFigures } from './figures/logs-figures.tsx';
import { LOGS_FIGURES, TREND_FIGURES, useBundle } from './figures/use-bundle.ts';
import { ANALYTICS_ADDRESS, activeFilters, NO_FILTERS } from './filters/analytics-address.ts';
import { FilterChips, FilterPanel } from './filters/filter-panel.tsx';
import { Logs } from './logs/logs.tsx';
import { useLogsPage } from './logs/use-logs-page.ts';
import { StatusBanner, statusMessage } from './status-banner.tsx';

/** Loaded with the trend tab, as is the chart library. */
const TrendTab = lazy(async () => ({ default: (await import('./trend/trend-tab.tsx')).TrendTab }));

const TITLE = 'Reports and Analytics';
const PANEL_ID = 'analytics-filters';

export function AnalyticsScreen() {
  const [{ tab, cursor, ...filters }, setAddress] = useAddress(ANALYTICS_ADDRESS);
  const today = losAngelesDate(useNow(60_000));
  const [panelOpen, setPanelOpen] = useState(false);
  const [isDismissed, setIsDismissed] = useState(false);
  const state = useLogsPage(filters, cursor);
  const periods = comparedPeriods(filters, today);
  // Without dates, the figures of the screen are those of all time.
  const furtherPeriods = [periods?.current, periods?.before].filter(
    (one) => one !== undefined && one !== null,
  );
  const figures = useBundle(LOGS_FIGURES, filters, tab === 'logs', furtherPeriods);
  const trend = useBundle(TREND_FIGURES, filters, tab === 'trend');

  const { query, isRequested } = state;
  const { total = 0, received = 0 } = state.page ?? {};
  // Whether the tab has no data yet: its logs and figures must not look like zero.
  const isFirst =
    (query.isPending && query.errorUpdateCount === 0) || (tab === 'logs' ? figures : trend).isFirst;
  const isFiltered = activeFilters(filters).length > 0;
  const message = statusMessage({
    isPending: isFirst,
    isOutdated: query.isPlaceholderData,
    isFetching: query.isFetching,
    isRequested,
    isError: query.isError,
    isFiltered,
    total,
    received,
  });

  // A user action brings the banner back; an automatic refresh does not.
  const go = (changes: Parameters<typeof setAddress>[0]) => {
    setIsDismissed(false);
    setAddress(changes, { preventScrollReset: true });
  };
  const filtering = { filters, onFilter: go, onClear: () => go(NO_FILTERS) };

  return (
    <Screen title={TITLE}>
      <ScreenHeader title={TITLE}>
        <RefreshButton
          isFetching={query.isFetching}
          onClick={() => {
            setIsDismissed(false);
            void state.refresh();
          }}
        />
        <ExportButtons
          csvAddress={csvAddress(filters)}
          makePdf={() => generateFilteredPDF(filters)}
          forCarrier={{ query: filters, about: `${counted(total, 'message')} matching the filters.` }}
        />
      </ScreenHeader>
      {isFirst && (
        // Covers the screen (ANALYTICS-1). The banner below says the same, and is the one that screen readers announce.
        <Overlay
          fixed
          center
          color="var(--tp-ground)"
          backgroundOpacity={0.86}
          zIndex="var(--tp-layer-notice)"
          role="progressbar"
          aria-label="Loading reports..."
        >
          <Stack align="center" gap="sm" fw={550}>
            <Loader size={28} aria-hidden />
            Loading reports...
          </Stack>
        </Overlay>
      )}
      <StatusBanner
        message={isDismissed ? null : message}
        isAutomatic={query.isFetching && !isRequested && !isFirst && !query.isPlaceholderData}
        updatedAt={query.isError ? 0 : query.dataUpdatedAt}
        onDismiss={() => setIsDismissed(true)}
      />
      <Tabs
        value={tab}
        onChange={(next) => go((now) => ({ tab: next, cursor: now.cursor }))}
        keepMounted={false}
      >
        <Group wrap="wrap-reverse" align="end" justify="end" gap="xs" mb="md">
          <Tabs.List flex="1 0 auto" aria-label="Views">
            <Tabs.Tab value="logs">Delivery Logs</Tabs.Tab>
            <Tabs.Tab value="trend">Delivery Trend</Tabs.Tab>
          </Tabs.List>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={panelOpen}
            aria-controls={panelOpen ? PANEL_ID : undefined}
            onClick={() => setPanelOpen((open) => !open)}
          >
            {panelOpen ? 'Hide Filters' : 'Show Filters'}
          </Button>
        </Group>
        {panelOpen ? (
          <FilterPanel {...filtering} id={PANEL_ID} today={today} />
        ) : (
          <FilterChips {...filtering} />
        )}
        <Tabs.Panel value="logs">
          <LogsFigures
            state={figures}
            filters={filters}
            periods={periods}
            isFailed={query.isError}
            onReceived={() => go({ status: 'received' })}
            onReceiptOnly={() => go({ verdict: 'receipt only' })}
          />
          <Logs state={state} cursor={cursor} isFiltered={isFiltered} />
        </Tabs.Panel>
        <Tabs.Panel value="trend">
          <Suspense fallback={null}>
            <TrendTab state={trend} filters={filters} onFilter={go} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}
