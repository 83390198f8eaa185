/** The figures of a chart as a table: what can be pressed in the chart is a button here, for every hand and eye. */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './trend.module.css';

export interface FigureRow {
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
