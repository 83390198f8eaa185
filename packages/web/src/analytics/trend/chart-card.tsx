/** A chart with its name, what it counts, and the same figures as a table under it. */
import type { ReactNode } from 'react';
import classes from './trend.module.css';

interface ChartCardProps {
  readonly id: string;
  readonly title: string;
  /** The formula, or what is counted. */
  readonly note: ReactNode;
  readonly className?: string | undefined;
  readonly isOutdated: boolean;
  readonly children: ReactNode;
}

export function ChartCard({ id, title, note, className = '', isOutdated, children }: ChartCardProps) {
  return (
    <section
      className={`${classes.card} ${className}`}
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
