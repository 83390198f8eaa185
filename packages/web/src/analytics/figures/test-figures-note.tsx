/** Says which of the filters figures of tests leave aside, wherever one stands. */
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import { namesInWords } from '../filters/filter-words.ts';
import { ignoredByTests } from './figure-filters.ts';
import classes from './metric-cards.module.css';

/** Nothing where they heed all that is filtered. */
export function TestFiguresNote({ filters }: { filters: AnalyticsFilters }) {
  const ignored = ignoredByTests(filters);
  if (ignored.length === 0) return null;
  return (
    <span className={classes.ignored}>
      Counted over all tests of the chosen types: {namesInWords(ignored)}{' '}
      {ignored.length === 1 ? 'filters' : 'filter'} messages only
    </span>
  );
}
