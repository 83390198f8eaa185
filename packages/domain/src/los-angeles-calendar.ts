/**
 * Days and months as Los Angeles counts them, written `2026-11-21` and `2026-11`: what analytics are labelled by. Its
 * midnights fall on full hours of UTC, so hourly sums add up to these days exactly.
 */
import { Temporal } from 'temporal-polyfill';
import { parseTimestamp } from './los-angeles-time.ts';

/** Midnight at the beginning of that day in epoch milliseconds; null when there is no such date. */
export function losAngelesDayStart(date: string): number | null {
  return parseTimestamp(`${date} 00:00`);
}

/** The date so many days later, or earlier. @throws RangeError when `date` is none */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The month so many months later, or earlier. @throws RangeError when `month` is none */
export function addMonths(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString();
}

/** How many days there are from the first to the last, both counted; 0 or less when the last is earlier. */
export function daysBetween(first: string, last: string): number {
  return Temporal.PlainDate.from(first).until(last).days + 1;
}

/** Every date from the first to the last, both included; none when the last is earlier. */
export function listDays(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last)) }, (_, index) => addDays(first, index));
}

/** Every month from the first to the last, both included; none when the last is earlier. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}
