/** Rates by label, as the calls answer them, made ready for charts and tables. */
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Nov 21` of `2026-11-21`. */
export function dayName(day: string): string {
  const [, month, date] = day.split('-');
  return `${MONTHS[Number(month) - 1]} ${Number(date)}`;
}

/** `Nov 2026` of `2026-11`. */
export function monthName(label: string): string {
  const [year, month] = label.split('-');
  return `${MONTHS[Number(month) - 1]} ${year}`;
}
