/** One figure of analytics: fails by itself, and to the browser's console alone (ANALYTICS-11). */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnalyticsFilters, type Figure, type FigureName, getFigure } from '../../calls/analytics.ts';
import { filtersFor } from './figure-filters.ts';

export interface FigureState<T> {
  /** Undefined while it loads for the first time, and after a failure: nothing old stands in for it. */
  readonly figure: T | undefined;
  readonly isLoading: boolean;
  readonly isError: boolean;
  /** What is shown belongs to other filters. */
  readonly isOutdated: boolean;
}

/** @param filters null asks nothing */
export function useFigure<N extends FigureName>(
  name: N,
  filters: AnalyticsFilters | null,
): FigureState<Figure<N>> {
  const queries = useQueryClient();
  const taken = filters === null ? null : filtersFor(name, filters);
  const queryKey = ['analytics', name, taken];
  const { data, isLoading, isError, isPlaceholderData } = useQuery({
    queryKey,
    enabled: taken !== null,
    queryFn: async ({ signal }) => {
      // The first is asked for by opening the screen or by a filter; those after it keep no idle session alive.
      const background = queries.getQueryData(queryKey) !== undefined;
      try {
        return await getFigure(name, taken ?? {}, { signal, background });
      } catch (error) {
        if (!signal.aborted) console.error(`Failed to load the figure ${name}`, error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  return { figure: isError ? undefined : data, isLoading, isError, isOutdated: isPlaceholderData };
}
