/** Says what the filters mean to figures of tests, wherever one stands: which they follow in a way of their own, which not. */
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import { namesInWords } from '../filters/filter-words.ts';
import { ignoredByTests } from './figure-filters.ts';
import classes from './metric-cards.module.css';

/** Nothing where they heed all that is filtered, and no dates are. */
export function TestFiguresNote({ filters }: { filters: AnalyticsFilters }) {
  const words = noteWords(filters);
  return words === null ? null : <span className={classes.ignored}>{words}</span>;
}

export function noteWords(filters: AnalyticsFilters): string | null {
  const isDated = filters.startDate !== undefined || filters.endDate !== undefined;
  const ignored = ignoredByTests(filters);
  const parts = [
    ...(isDated ? ['By the day they were made'] : []),
    ...(ignored.length === 0
      ? []
      : [`${namesInWords(ignored)} ${ignored.length === 1 ? 'filters' : 'filter'} messages only`]),
  ];
  return parts.length === 0 ? null : parts.join('. ');
}
