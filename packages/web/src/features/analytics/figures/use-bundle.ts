/**
 * Loads the figures of a tab in one call, and renders them once. Each fails independently, and only the browser's console shows it
 * (ANALYTICS-11, DATA-10).
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import {
  type Bundle,
  type Figure,
  type FigureName,
  type Figures,
  getBundle,
  type Period,
} from '../../../api/analytics-bundle.ts';
import { useLoad } from '../../../ui/use-load.ts';
import type { ComparedPeriods } from './compared-periods.ts';

export interface BundleState {
  /** Undefined during the first load, and after a failure: no stale data replaces it. */
  readonly bundle: Bundle | undefined;
  readonly isLoading: boolean;
  /** Whether there was no response yet, not even a failure. */
  readonly isFirst: boolean;
  /** Whether the data belongs to other filters. */
  readonly isOutdated: boolean;
}

export interface FigureState<T> {
  /** Undefined during the first load, and after a failure. */
  readonly figure: T | undefined;
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly isOutdated: boolean;
}

interface BundleOptions {
  /** Further periods for the same figures, instead of the filter's. */
  readonly periods?: readonly Period[];
  /** False while the figures are not shown: nothing is requested. */
  readonly enabled: boolean;
}

export function useBundle(
  names: readonly FigureName[],
  filters: AnalyticsFilters,
  { periods = [], enabled }: BundleOptions,
): BundleState {
  const { load } = useLoad();
  const ofFilters = ['analytics', 'bundle', names, filters];
  const query = useQuery({
    queryKey: [...ofFilters, periods],
    enabled,
    // Only the first load is the user's; refetches and a new day's periods run in the background.
    queryFn: (context) =>
      load(
        context,
        'figures',
        async (options) => {
          const bundle = await getBundle(names, filters, periods, options);
          for (const failure of bundle.failures) console.error(`Failed to load the figure ${failure}`);
          return bundle;
        },
        ofFilters,
      ),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  const { data, isLoading, isError, isPlaceholderData, errorUpdateCount } = query;
  const bundle = isError ? undefined : data;
  const isFirst = isLoading && errorUpdateCount === 0;
  return useMemo(
    () => ({ bundle, isLoading, isFirst, isOutdated: isPlaceholderData }),
    [bundle, isLoading, isFirst, isPlaceholderData],
  );
}

/** One of the figures of the bundle. */
export function figureOf<N extends FigureName>(
  { bundle, isLoading, isOutdated }: BundleState,
  name: N,
): FigureState<Figure<N>> {
  const figure = bundle?.figures[name] as Figure<N> | undefined;
  return { figure, isLoading, isError: !isLoading && figure === undefined, isOutdated };
}

/** The figures of a period; empty if the bundle was loaded for others. */
function figuresOfPeriod({ bundle }: BundleState, { startDate, endDate }: Period): Figures {
  const found = bundle?.periods.find((one) => one.startDate === startDate && one.endDate === endDate);
  return found?.figures ?? {};
}

/** The figures of the current and of the previous period. */
export interface Compared<T> {
  readonly periods: ComparedPeriods;
  readonly now: T;
  readonly before: T;
  /** Whether they are loading, or belong to other filters. */
  readonly isWaiting: boolean;
}

/** Null if there is no period before, or if `isNothing` holds once both are loaded. */
export function compareFigures<T>(
  state: BundleState,
  periods: ComparedPeriods | null,
  read: (figures: Figures) => T,
  isNothing: (now: T, before: T) => boolean,
): Compared<T> | null {
  if (periods === null) return null;
  const { current, before: earlier } = periods;
  const now = read(current === null ? (state.bundle?.figures ?? {}) : figuresOfPeriod(state, current));
  const before = read(figuresOfPeriod(state, earlier));
  const isWaiting = state.isLoading || state.isOutdated;
  return !isWaiting && isNothing(now, before) ? null : { periods, now, before, isWaiting };
}
