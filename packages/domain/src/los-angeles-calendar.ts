/**
 * Days and months in Los Angeles, written `2026-11-21` and `2026-11`, by which analytics are labeled. Midnight there
 * falls on full hours of UTC, so hourly sums add up to these days exactly.
 */
import { civilDate, dayNumber, formatDate, parseDate } from './civil-date.ts';
import { parseTimestamp } from './los-angeles-time.ts';

/** Midnight at the start of that day, epoch milliseconds; null if there is no such date. */
export function losAngelesDayStart(date: string): number | null {
  return parseTimestamp(`${date} 00:00`);
}

/** The date this many days later or earlier. @throws RangeError if `date` is invalid */
export function addDays(date: string, days: number): string {
  return formatDate(dayOf(date) + days);
}

/** The month this many months later or earlier. @throws RangeError if `month` is invalid */
export function addMonths(month: string, months: number): string {
  const day = civilDate(dayOf(`${month}-01`));
  const monthsOn = day.year * 12 + day.month - 1 + months;
  const first = { year: Math.floor(monthsOn / 12), month: (monthsOn % 12) + 1, day: 1 };
  return formatDate(dayNumber(first)).slice(0, -3);
}

/** The number of days from the first to the last, both inclusive; 0 or less if the last is earlier. */
export function daysBetween(first: string, last: string): number {
  return dayOf(last) - dayOf(first) + 1;
}

/** Every date from the first to the last, both inclusive; none if the last is earlier. */
export function listDays(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last)) }, (_, index) => addDays(first, index));
}

/** Every month from the first to the last, both inclusive; none if the last is earlier. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

function dayOf(date: string): number {
  const day = parseDate(date);
  if (day === null) throw new RangeError(`Not a date: ${date}`);
  return day;
}
