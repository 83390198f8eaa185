/** Says what the filters mean to figures of tests, wherever one stands: which they follow in a way of their own, which not. */
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import { namesInWords } from '../filters/filter-words.ts';
import { ignoredByTests } from './figure-filters.ts';
import classes from './metric-cards.module.css';

interface TestFiguresNoteProps {
  readonly filters: AnalyticsFilters;
  /** Whether the last 7 days stand beside those before. */
  readonly isCompared?: boolean;
}

/** Nothing where there is no more to say than what each figure says. */
export function TestFiguresNote({ filters, isCompared = false }: TestFiguresNoteProps) {
  const words = noteWords(filters, isCompared);
  return words === null ? null : <span className={classes.ignored}>{words}</span>;
}

export function noteWords(filters: AnalyticsFilters, isCompared = false): string | null {
  const isDated = filters.startDate !== undefined || filters.endDate !== undefined;
  const ignored = ignoredByTests(filters);
  const parts = [
    ...(isDated
      ? ['By the day they were made']
      : isCompared
        ? ['Last 7 days: by the day they were made']
        : []),
    ...(ignored.length === 0
      ? []
      : [`${namesInWords(ignored)} ${ignored.length === 1 ? 'filters' : 'filter'} messages only`]),
  ];
  return parts.length === 0 ? null : parts.join('. ');
}
