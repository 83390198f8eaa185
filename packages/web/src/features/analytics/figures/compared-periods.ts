/** The days that a figure is compared with: those before the filter's, or without dates the last week with the one before. */
import { addDays, daysBetween } from '@textprobe/domain/los-angeles-calendar';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import type { Figures, Period } from '../../../api/analytics-bundle.ts';
import { shortDate } from '../../../ui/day-text.ts';
import type { BundleState } from './use-bundle.ts';

export interface ComparedPeriods {
  /** Null if the filter itself is the period. */
  readonly current: Period | null;
  /** The same number of days, ending the day before. */
  readonly before: Period;
}

const WEEK = 7;
/** The earliest date that a filter accepts. */
const EARLIEST = '1900-01-01';

/**
 * Null if no previous period exists: the filter has no start, or ends before it.
 * @param today the date in Los Angeles
 */
export function comparedPeriods(
  { startDate, endDate }: AnalyticsFilters,
  today: string,
): ComparedPeriods | null {
  if (startDate === undefined) {
    if (endDate !== undefined) return null;
    const current = { startDate: addDays(today, 1 - WEEK), endDate: today };
    return { current, before: daysBefore(current.startDate, WEEK) };
  }
  const days = daysBetween(startDate, endDate ?? today);
  if (days <= 0) return null;
  const before = daysBefore(startDate, days);
  return before.startDate < EARLIEST ? null : { current: null, before };
}

function daysBefore(date: string, days: number): Period {
  return { startDate: addDays(date, -days), endDate: addDays(date, -1) };
}

export function periodWords({ current, before }: ComparedPeriods): string {
  if (current !== null) return 'the previous 7 days';
  const [first, last] = [shortDate(before.startDate), shortDate(before.endDate)];
  return first === last ? first : `${first} – ${last}`;
}

export interface Compared {
  readonly periods: ComparedPeriods;
  readonly now: Figures;
  readonly before: Figures;
  /** Whether they are loading, or belong to other filters. */
  readonly isWaiting: boolean;
}

/** Null if there is no period before, or if `isNothing` holds once both are loaded. */
export function compareFigures(
  { figures, periods: loaded, isLoading, isOutdated }: BundleState,
  periods: ComparedPeriods | null,
  isNothing: (now: Figures, before: Figures) => boolean,
): Compared | null {
  if (periods === null) return null;
  const figuresOf = ({ startDate, endDate }: Period) =>
    loaded.find((one) => one.startDate === startDate && one.endDate === endDate)?.figures ?? {};
  const now = periods.current === null ? figures : figuresOf(periods.current);
  const before = figuresOf(periods.before);
  const isWaiting = isLoading || isOutdated;
  return !isWaiting && isNothing(now, before) ? null : { periods, now, before, isWaiting };
}
