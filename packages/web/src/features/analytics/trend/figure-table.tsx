/** The figures of a chart as a table: what can be pressed in the chart is a button here, for every hand and eye. */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { figure, percentWords } from '../../../ui/counted.ts';
import classes from './trend.module.css';

interface FigureRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: string;
  /** Percent of its track that the bar takes; null where nothing is known. */
  readonly bar: number | null;
}

export interface FigureTableProps {
  readonly label: string;
  /** The heads of the two columns. */
  readonly heads: readonly [string, string];
  readonly rows: readonly FigureRow[];
  /** Nothing is known yet: that is not the same as no data. */
  readonly isLoading: boolean;
  /** What pressing a row's name does, in words; without it names are plain. */
  readonly action?: string;
  readonly onChoose?: (key: string) => void;
  /** Long ones scroll. */
  readonly isLong?: boolean;
}

export function FigureTable(props: FigureTableProps) {
  const { label, heads, rows, isLoading, action = '', onChoose, isLong = false } = props;
  const table = (
    <table className={classes.table} aria-label={label} aria-busy={isLoading || undefined}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value, bar }) => (
          <tr key={key}>
            <th scope="row">
              {onChoose === undefined ? (
                name
              ) : (
                <button
                  type="button"
                  className={classes.name}
                  data-tip={action}
                  onClick={() => onChoose(key)}
                >
                  {name}
                </button>
              )}
            </th>
            <td>
              <span className={classes.measure}>
                <span className={bar === null ? '' : classes.track} aria-hidden>
                  <span className={classes.bar} style={{ width: `${bar ?? 0}%` }} />
                </span>
                <span className={bar === null ? classes.gap : ''}>
                  {value}
                  {bar === null && <VisuallyHidden> no outcome known</VisuallyHidden>}
                </span>
              </span>
            </td>
          </tr>
        ))}
        {isLoading &&
          ['first', 'second', 'third'].map((row) => (
            <tr key={row} aria-hidden>
              {heads.map((head) => (
                <td key={head}>
                  <div className="bone" />
                </td>
              ))}
            </tr>
          ))}
        {!isLoading && rows.length === 0 && (
          <tr>
            <td colSpan={2} className={classes.none}>
              No data
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
  if (!isLong) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroll} aria-label={`${label}, scrolls`} tabIndex={0}>
      {table}
    </section>
  );
}

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
    value: figure(count),
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
