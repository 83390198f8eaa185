/**
 * The figures of a chart as a table: every part that can be pressed in the chart is a button here, for keyboard and screen reader users.
 */
import { VisuallyHidden } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import type { ReactNode } from 'react';
import { percentWords } from '../../../ui/counted.ts';
import classes from './trend.module.css';

interface FigureRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: string;
  /** Percent of its track that the bar takes; null if unknown. */
  readonly bar: number | null;
}

export interface FigureTableProps {
  readonly label: string;
  /** The headers of the two columns. */
  readonly heads: readonly [string, string];
  readonly rows: readonly FigureRow[];
  /** Whether the figures are loading, which is not the same as no data. */
  readonly isLoading: boolean;
  /** What pressing a row's name does, for screen readers; without it names are plain text. */
  readonly action?: string;
  readonly onChoose?: (key: string) => void;
  /** Whether the table scrolls. */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.scroll} aria-label={`${label}, scrolls`} tabIndex={0}>
      {table}
    </section>
  );
}

/** Percent by label, in the order of the response; null if no outcome is known. */
export type Rates = Readonly<Record<string, number | null>>;

export function rateRows(rates: Rates | undefined, nameOf: (label: string) => string): FigureRow[] {
  return Object.entries(rates ?? {}).map(([label, rate]) => ({
    key: label,
    name: nameOf(label),
    value: percentWords(rate),
    bar: rate,
  }));
}

/** Describes the line for screen readers: the number of known values, the lowest and the highest. */
export function ratesInWords(rates: Rates | undefined, nameOf: (label: string) => string): string {
  const known = Object.entries(rates ?? {}).filter((one): one is [string, number] => one[1] !== null);
  const [first] = known;
  if (first === undefined) return 'No Data';
  const lowest = known.reduce((low, one) => (one[1] < low[1] ? one : low), first);
  const highest = known.reduce((high, one) => (one[1] > high[1] ? one : high), first);
  const at = ([label, rate]: [string, number]) => `${percentWords(rate)} (${nameOf(label)})`;
  return `${known.length} known, lowest ${at(lowest)}, highest ${at(highest)}`;
}

/** Bars are relative to the highest count. */
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

/** `Nov 21` for `2026-11-21`. */
export function dayName(day: string): string {
  return dayFormat.format(new Date(day));
}

/** `Nov 2026` for `2026-11`. */
export function monthName(month: string): string {
  return monthFormat.format(new Date(month));
}
