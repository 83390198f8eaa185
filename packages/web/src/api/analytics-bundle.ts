/** Fetches many analytics figures in one call, for the filter's period and for further periods (CALL-18, DATA-10). */
import type { analyticsCalls } from '@textprobe/contract/analytics';
import type { z } from 'zod';
import type { AnalyticsFilters } from './analytics.ts';
import { type CallOptions, requestJson } from './http.ts';

type AnalyticsCalls = typeof analyticsCalls;
export type FigureName = keyof AnalyticsCalls;
export type Figure<N extends FigureName> = z.output<AnalyticsCalls[N]['answer']>;
/** The requested figures that did not fail. */
export type Figures = { readonly [N in FigureName]?: Figure<N> };

/** Days in Los Angeles, inclusive. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

export interface Bundle {
  readonly figures: Figures;
  readonly periods: readonly (Period & { readonly figures: Figures })[];
  /** Why figures are missing: `daily-delivery-rates: …`. */
  readonly failures: readonly string[];
}

/** A figure's name in the URL: `message-count` for `messageCount`. */
export function figureWord(name: FigureName): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Test figures apply only the filters that tests have. */
export function bundleQuery(
  names: readonly FigureName[],
  filters: AnalyticsFilters,
  periods: readonly Period[],
) {
  const spans = periods.map(({ startDate, endDate }) => `${startDate}..${endDate}`);
  return {
    ...filters,
    names: names.map(figureWord).join(','),
    periods: spans.length === 0 ? undefined : spans.join(','),
  };
}

interface WireSpan {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly failed: Readonly<Record<string, string>>;
}
interface WireBundle extends WireSpan {
  readonly periods: readonly (WireSpan & Period)[];
}

export async function getBundle(
  names: readonly FigureName[],
  filters: AnalyticsFilters,
  periods: readonly Period[],
  options: CallOptions = {},
): Promise<Bundle> {
  const query = bundleQuery(names, filters, periods);
  const answer = await requestJson<WireBundle>('/api/tests/sm/v1/analytics/bundle', { query, ...options });
  const read = ({ figures }: WireSpan) =>
    Object.fromEntries(names.map((name) => [name, figures[figureWord(name)]])) as Figures;
  const failures = [answer, ...answer.periods].flatMap(({ failed }) =>
    Object.entries(failed).map(([word, why]) => `${word}: ${why}`),
  );
  return {
    figures: read(answer),
    periods: answer.periods.map(({ startDate, endDate, ...span }) => ({
      startDate,
      endDate,
      figures: read(span),
    })),
    failures,
  };
}
