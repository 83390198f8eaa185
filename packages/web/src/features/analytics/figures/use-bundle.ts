/**
 * Loads the figures of a tab in one call, and renders them once. Each fails independently, and only the browser's console shows it
 * (ANALYTICS-11, DATA-10).
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import {
  type Bundle,
  type FigureName,
  type Figures,
  getBundle,
  type Period,
} from '../../../api/analytics-bundle.ts';
import { callOptions } from '../../../ui/call-options.ts';

export const LOGS_FIGURES: readonly FigureName[] = [
  'messageCount',
  'receivedMessageCount',
  'deliveryRate',
  'unalteredRate',
  'receiptTruth',
  'deliveryDelay',
  'executionSuccessRate',
  'fullyDeliveredRate',
  'unexecutedTestCount',
  'executingTestCount',
  'executionStatusCounts',
  'executionStatusDistribution',
];
export const TREND_FIGURES: readonly FigureName[] = [
  'executionStatusDistribution',
  'dailyDeliveryRates',
  'hourlyDeliveryRates',
  'carrierDeliveryRates',
  'biAnnualDeliveryRates',
  'messageTypeDistribution',
  'testTypeDistribution',
  'findingCounts',
  'receiptTruth',
  'dailyReceiptTruth',
];

export interface BundleState {
  /** None during the first load, and after a failure: no stale data replaces them. */
  readonly figures: Figures;
  readonly periods: Bundle['periods'];
  readonly isLoading: boolean;
  /** Whether there was no response yet, not even a failure. */
  readonly isFirst: boolean;
  /** Whether the data belongs to other filters. */
  readonly isOutdated: boolean;
}

/** @param periods further periods for the same figures, instead of the filter's @param enabled false while they are not shown */
export function useBundle(
  names: readonly FigureName[],
  filters: AnalyticsFilters,
  enabled: boolean,
  periods: readonly Period[] = [],
): BundleState {
  const ofFilters = ['analytics', 'bundle', names, filters];
  const { data, isLoading, isError, isPlaceholderData, errorUpdateCount } = useQuery({
    queryKey: [...ofFilters, periods],
    enabled,
    // Only the first load is the user's; refetches and a new day's periods run in the background.
    queryFn: async (context) => {
      const bundle = await getBundle(names, filters, periods, callOptions(context, ofFilters));
      for (const failure of bundle.failures) console.error(`Failed to load the figure ${failure}`);
      return bundle;
    },
    meta: { purpose: 'load the figures' },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  return {
    ...((isError ? undefined : data) ?? { figures: {}, periods: [] }),
    isLoading,
    isFirst: isLoading && errorUpdateCount === 0,
    isOutdated: isPlaceholderData,
  };
}
