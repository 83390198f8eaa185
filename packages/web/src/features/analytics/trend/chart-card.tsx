/** A chart with its title, a note and the same figures as a table, and the props that all these cards take. */
import type { ReactNode } from 'react';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import type { BundleState } from '../figures/use-bundle.ts';
import type { FilterChanges } from '../filters/analytics-address.ts';
import classes from './trend.module.css';

/** The figures, the shared filters, and a callback that changes them when a part is pressed. */
export interface TrendProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly onFilter: (changes: FilterChanges) => void;
}

export interface ChartCardProps {
  readonly id: string;
  readonly title: string;
  /** The formula, or what is counted. */
  readonly note: ReactNode;
  readonly className: string | undefined;
  readonly isOutdated: boolean;
  readonly children: ReactNode;
}

export function ChartCard({ id, title, note, className, isOutdated, children }: ChartCardProps) {
  return (
    <section
      className={`surface ${classes.card} ${className}`}
      aria-labelledby={id}
      data-outdated={isOutdated || undefined}
    >
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.note}>{note}</p>
      {children}
    </section>
  );
}
