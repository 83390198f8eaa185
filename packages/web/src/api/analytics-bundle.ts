/** The figures of analytics, many in one call: for the filter, and for further days in place of the filter's (CALL-18, DATA-10). */
import type { analyticsCalls } from '@textprobe/contract/analytics';
import type { z } from 'zod';
import type { AnalyticsFilters } from './analytics.ts';
import { ANALYTICS_BUNDLE } from './first-calls.ts';
import { type CallOptions, requestJson } from './http.ts';

type AnalyticsCalls = typeof analyticsCalls;
export type FigureName = keyof AnalyticsCalls;
export type Figure<N extends FigureName> = z.output<AnalyticsCalls[N]['answer']>;
/** Those that were asked for and did not fail. */
export type Figures = { readonly [N in FigureName]?: Figure<N> };

/** Days in Los Angeles, both included. */
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

/** As it stands in the address: `message-count` of `messageCount`. */
export function figureWord(name: FigureName): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Figures of tests heed the filters that tests have, and leave the rest aside. */
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
  const answer = await requestJson<WireBundle>(ANALYTICS_BUNDLE, { query, ...options });
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
