/** Replaces a trend that has fewer than two days: its value, and what is missing. */
import { figure } from '@textprobe/domain/figures';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { percentWords } from '../../../ui/counted.ts';
import { figureOf, useBundle } from '../figures/use-bundle.ts';
import { dayName, type Rates } from './figure-table.tsx';
import classes from './trend.module.css';

/** Whether fewer than two days have a known outcome, so that there is no line to draw. */
export function isTooShort(rates: Rates): boolean {
  return Object.values(rates).filter((rate) => rate !== null).length < 2;
}

interface SingleDayProps {
  readonly rates: Rates;
  readonly filters: AnalyticsFilters;
}

export function SingleDay({ rates, filters }: SingleDayProps) {
  const day = Object.keys(rates).find((one) => rates[one] !== null);
  const ofDay = useBundle(
    ['receivedMessageCount'],
    day === undefined ? filters : { ...filters, startDate: day, endDate: day },
    { enabled: day !== undefined },
  );
  const received = figureOf(ofDay, 'receivedMessageCount').figure?.receivedMessageCount;
  const [found, missing] = singleDayWords(rates, received);
  return (
    <div className={classes.single}>
      <p>{found}</p>
      <p>{missing}</p>
    </div>
  );
}

/** @param received messages received on the only day; undefined while unknown */
export function singleDayWords(rates: Rates, received?: number): readonly [string, string] {
  const days = Object.keys(rates);
  const [known] = Object.entries(rates).filter(([, rate]) => rate !== null);
  const isFiltered = days.length === 1;
  const missing = isFiltered ? 'A trend needs two days. Widen the date range.' : 'A trend needs two days.';
  if (known === undefined) {
    const where = isFiltered ? `for ${dayName(days[0] ?? '')}` : `for any of these ${days.length} days`;
    return [days.length === 0 ? 'No outcome is known yet.' : `No outcome is known ${where}.`, missing];
  }
  const [day, rate] = known;
  const count = received === undefined ? '' : ` (${figure(received)} received)`;
  const start = isFiltered ? 'One day in the filter' : 'One day so far';
  return [
    `${start}: ${percentWords(rate)} of messages with a known outcome arrived on ${dayName(day)}${count}.`,
    missing,
  ];
}
