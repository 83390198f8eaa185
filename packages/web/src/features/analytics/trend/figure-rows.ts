/** Turns rates and counts by label into rows for tables and words for charts. */
import type { ReactNode } from 'react';
import { percentWords } from '../figures/figure-words.ts';
import type { FigureRow } from './figure-table.tsx';

/** Percent by label, in the order of the answer; null where no outcome is known. */
export type Rates = Readonly<Record<string, number | null>>;

export function rateRows(rates: Rates | undefined, nameOf: (label: string) => string): FigureRow[] {
  return Object.entries(rates ?? {}).map(([label, rate]) => ({
    key: label,
    name: nameOf(label),
    value: percentWords(rate),
    bar: rate,
  }));
}

/** In words, for who cannot see the line: how many are known, and the lowest and the highest. */
export function ratesInWords(rates: Rates | undefined, nameOf: (label: string) => string): string {
  const known = Object.entries(rates ?? {}).filter((one): one is [string, number] => one[1] !== null);
  const [first] = known;
  if (first === undefined) return 'No Data';
  const lowest = known.reduce((low, one) => (one[1] < low[1] ? one : low), first);
  const highest = known.reduce((high, one) => (one[1] > high[1] ? one : high), first);
  const at = ([label, rate]: [string, number]) => `${percentWords(rate)} (${nameOf(label)})`;
  return `${known.length} known, lowest ${at(lowest)}, highest ${at(highest)}`;
}

/** The highest count has the full bar. */
export function countRows<K extends string>(
  counts: readonly (readonly [K, number])[],
  nameOf: (label: K) => ReactNode,
): FigureRow[] {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return counts.map(([label, count]) => ({
    key: label,
    name: nameOf(label),
    value: count.toLocaleString('en-US'),
    bar: (count / most) * 100,
  }));
}

// Date parses a day or a month without a time as midnight UTC.
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `Nov 21` of `2026-11-21`. */
export function dayName(day: string): string {
  return dayFormat.format(new Date(day));
}

/** `Nov 2026` of `2026-11`. */
export function monthName(month: string): string {
  return monthFormat.format(new Date(month));
}
