/** One figure on a card: name, value, what it counts, and its comparison with the previous period (ANALYTICS-3). */
import { Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { periodWords } from './compared-periods.ts';
import { type Compare, compareCounts, countWords } from './figure-words.ts';
import classes from './metric-cards.module.css';
import type { Compared } from './use-bundle.ts';

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual } as const;

interface MetricCardProps {
  readonly name: string;
  readonly value: string;
  /** What is counted. */
  readonly note: ReactNode;
  readonly isLoading: boolean;
  readonly isOutdated: boolean;
  /** Whether loading failed: the value is zero or a dash, and must not be mistaken for a count. */
  readonly isError: boolean;
  readonly children?: ReactNode;
}

export function MetricCard(props: MetricCardProps) {
  const { name, value, note, isLoading, isOutdated, isError, children } = props;
  return (
    <div className={`surface ${classes.card}`} data-outdated={isOutdated || undefined}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>
        {isLoading ? <Skeleton height={20} width={72} my={6} radius="sm" aria-hidden /> : value}
      </dd>
      {children}
      <dd className={classes.note}>{isError ? 'No data' : note}</dd>
    </div>
  );
}

/** How a figure is compared and formatted. */
export interface Measure {
  readonly compare: Compare;
  readonly words: (figure: number | null | undefined) => string;
  /** Shown if the previous period has no figure. */
  readonly none: string;
}

export const COUNTS: Measure = { compare: compareCounts, words: countWords, none: countWords(0) };

interface ComparedLineProps {
  /** Null without a period to compare with. */
  readonly compared: Pick<Compared<unknown>, 'periods' | 'isWaiting'> | null;
  readonly measure: Measure;
  readonly now: number | null | undefined;
  readonly before: number | null | undefined;
}

export function ComparedLine({ compared, measure, now, before }: ComparedLineProps) {
  if (compared === null) return null;
  const { periods, isWaiting } = compared;
  const comparison = measure.compare(now, before);
  const beforeWords = typeof before === 'number' ? measure.words(before) : measure.none;
  const period = periodWords(periods);
  const Arrow = comparison === null ? null : ARROWS[comparison.direction];
  return (
    <dd className={classes.compared} data-outdated={isWaiting || undefined}>
      {isWaiting ? null : (
        <>
          {periods.current !== null && (
            <span className={classes.recent}>
              Last 7 days: <span className={classes.whole}>{measure.words(now)}</span>
            </span>
          )}
          {comparison === null || Arrow === null ? (
            <span>
              {beforeWords} in {period}
            </span>
          ) : (
            <span>
              <span className={`${classes.difference} ${classes[comparison.tone]}`}>
                <Arrow size={14} aria-hidden />
                {comparison.words}
              </span>{' '}
              {comparison.than} {period} <span className={classes.whole}>({beforeWords})</span>
            </span>
          )}
        </>
      )}
    </dd>
  );
}
