/** A day as it is typed, kept in the URL and shown. */
import { startDateInstant } from '@textprobe/domain/analytics-filter';

/** While a date is typed, its year may be 0002: not a date yet. */
export function dateOf(text: string | null): string | undefined {
  return text !== null && startDateInstant(text) !== null ? text : undefined;
}

/** `11/21/2026` for `2026-11-21`, in the order of DATA-8. */
export function shortDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}
