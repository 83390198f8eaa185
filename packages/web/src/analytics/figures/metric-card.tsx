/** One figure on a card: its name, its value, what it counts, and how it stands to the period before (ANALYTICS-3). */
import { Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Comparison } from './comparison.ts';
import classes from './metric-cards.module.css';

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual } as const;

interface MetricCardProps {
  readonly name: string;
  readonly value: string;
  /** What is counted. */
  readonly note: ReactNode;
  readonly isLoading: boolean;
  readonly isOutdated: boolean;
  /** It could not be loaded: the value says zero or a dash, and must not be taken for a count. */
  readonly isError: boolean;
  readonly children?: ReactNode;
}

export function MetricCard(props: MetricCardProps) {
  const { name, value, note, isLoading, isOutdated, isError, children } = props;
  return (
    <div className={classes.card} data-outdated={isOutdated || undefined}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>
        {isLoading ? <Skeleton height={20} width={72} my={6} radius="sm" aria-hidden /> : value}
      </dd>
      {children}
      <dd className={classes.note}>{isError ? 'No data' : note}</dd>
    </div>
  );
}

interface ComparedLineProps {
  /** Null: there is nothing to compare with. */
  readonly comparison: Comparison | null;
  /** The figure of the last 7 days, where the card counts more than those. */
  readonly recent: string | null;
  /** The figure of the period before, and what that period is called. */
  readonly before: string;
  readonly period: string;
  readonly isWaiting: boolean;
}

export function ComparedLine(props: ComparedLineProps) {
  const { comparison, recent, before, period, isWaiting } = props;
  const Arrow = comparison === null ? null : ARROWS[comparison.direction];
  return (
    <dd className={classes.compared} data-outdated={isWaiting || undefined}>
      {isWaiting ? null : (
        <>
          {recent !== null && (
            <span className={classes.recent}>
              Last 7 days: <span className={classes.whole}>{recent}</span>
            </span>
          )}
          {comparison === null || Arrow === null ? (
            <span>
              {before} in {period}
            </span>
          ) : (
            <span>
              <span className={`${classes.difference} ${classes[comparison.tone]}`}>
                <Arrow size={14} aria-hidden />
                {comparison.words}
              </span>{' '}
              {comparison.direction === 'same' ? 'as' : 'than'} in {period}{' '}
              <span className={classes.whole}>({before})</span>
            </span>
          )}
        </>
      )}
    </dd>
  );
}
