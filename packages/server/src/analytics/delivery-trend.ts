/**
 * Delivery rates over time (ANALYTICS-10): rollup sums by day, month or hour of the day in Los Angeles time.
 */
import { TREND_DAYS_LIMIT } from '@textprobe/contract/analytics';
import type { RollupTotals } from '@textprobe/database/rollups/rollup-reader';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import {
  addDays,
  addMonths,
  daysBetween,
  listDays,
  listMonths,
  losAngelesDayStart,
} from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate, losAngelesHour } from '@textprobe/domain/los-angeles-time';
import { fieldProblem } from '../http/problem.ts';
import { percentage } from './delivery-rate.ts';

const DAYS = 30;
const MONTHS = 6;

/** The range of a trend: first and last day, both included, and the filter with these bounds. */
interface TrendSpan {
  readonly first: string;
  readonly last: string;
  readonly filter: AnalyticsFilter;
}

/** @throws ProblemError when longer than TREND_DAYS_LIMIT */
export function boundedSpan(span: TrendSpan): TrendSpan {
  if (daysBetween(span.first, span.last) <= TREND_DAYS_LIMIT) return span;
  const message = `Choose at most ${TREND_DAYS_LIMIT.toLocaleString('en-US')} days: set a later start or an earlier end.`;
  throw fieldProblem('query.invalid', [{ field: 'startDate', code: 'too_big', message }]);
}

/** The last 30 days, today included; a start or end date of the filter overrides either end. */
export function daySpan(filter: AnalyticsFilter, now: number): TrendSpan {
  return spanOf(filter, now, (last) => addDays(last, 1 - DAYS));
}

/** This month and the five before it; filter dates override as above. */
export function monthSpan(filter: AnalyticsFilter, now: number): TrendSpan {
  return spanOf(filter, now, (last) => `${addMonths(last.slice(0, 7), 1 - MONTHS)}-01`);
}

function spanOf(filter: AnalyticsFilter, now: number, firstFor: (last: string) => string): TrendSpan {
  const last = losAngelesDate(filter.before === undefined ? now : filter.before - 1);
  const first = filter.from === undefined ? firstFor(last) : losAngelesDate(filter.from);
  const from = losAngelesDayStart(first) ?? undefined;
  const before = losAngelesDayStart(addDays(last, 1)) ?? undefined;
  return { first, last, filter: { ...filter, from, before } };
}

/** `group`: a day in Los Angeles, or an hour in epoch milliseconds. */
type TotalsOf<Group> = Pick<RollupTotals, 'received' | 'known'> & { readonly group: Group };
type Rates = Record<string, number | null>;

export function ratesByDay(span: TrendSpan, days: readonly TotalsOf<string>[]): Rates {
  return gather(listDays(span.first, span.last), days, (day) => day);
}

export function ratesByMonth(span: TrendSpan, days: readonly TotalsOf<string>[]): Rates {
  // An inverted span may still lie within one month.
  const months = span.first > span.last ? [] : listMonths(span.first.slice(0, 7), span.last.slice(0, 7));
  return gather(months, days, (day) => day.slice(0, 7));
}

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** By hour of the day; the hour repeated in autumn counts as one. */
export function ratesByHourOfDay(hours: readonly TotalsOf<number>[]): Rates {
  return gather(HOURS_OF_DAY, hours, (hour) => `${losAngelesHour(hour)}:00`);
}

/** Every label in order; null without a known outcome. */
function gather<Group>(
  labels: readonly string[],
  groups: readonly TotalsOf<Group>[],
  labelOf: (group: Group) => string,
): Rates {
  const sums = new Map(labels.map((label) => [label, { received: 0, known: 0 }]));
  for (const { group, received, known } of groups) {
    const sum = sums.get(labelOf(group));
    if (sum === undefined) continue;
    sum.received += received;
    sum.known += known;
  }
  return Object.fromEntries([...sums].map(([label, sum]) => [label, percentage(sum.received, sum.known)]));
}
