/** The days that a figure is compared with: those before the filter's, or without dates the last week with the one before. */
import { addDays, daysBetween } from '@textprobe/domain/los-angeles-calendar';
import type { Period } from '../../../api/analytics-bundle.ts';
import { shortDate } from '../../../ui/day-text.ts';

export interface ComparedPeriods {
  /** Null if the filter itself is the period. */
  readonly current: Period | null;
  /** The same number of days, ending the day before. */
  readonly before: Period;
}

const WEEK = 7;
/** The earliest date that a filter accepts. */
const EARLIEST = '1900-01-01';

interface Dates {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/**
 * Null if no previous period exists: the filter has no start, or ends before it.
 * @param today the date in Los Angeles
 */
export function comparedPeriods({ startDate, endDate }: Dates, today: string): ComparedPeriods | null {
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

/** The periods to request in addition to the filter's own. */
export function periodsToRequest(periods: ComparedPeriods | null): readonly Period[] {
  if (periods === null) return [];
  return periods.current === null ? [periods.before] : [periods.current, periods.before];
}

function daysBefore(date: string, days: number): Period {
  return { startDate: addDays(date, -days), endDate: addDays(date, -1) };
}

/** Name of the previous period on a card. */
export function periodWords({ current, before }: ComparedPeriods): string {
  if (current !== null) return 'the previous 7 days';
  const [first, last] = [shortDate(before.startDate), shortDate(before.endDate)];
  return first === last ? first : `${first} – ${last}`;
}
