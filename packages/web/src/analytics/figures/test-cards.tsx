/** The four cards of tests (ANALYTICS-3), and how all tests stand. Tests have types, but no date, status or carrier of their own. */
import { counted } from '../../app/counted.ts';
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import { countWords, FULLY_FORMULA, percentWords, SUCCESS_FORMULA } from './figure-words.ts';
import { MetricCard } from './metric-card.tsx';
import classes from './metric-cards.module.css';
import { TestFiguresNote } from './test-figures-note.tsx';
import { TestsBar } from './tests-bar.tsx';
import { useFigure } from './use-figure.ts';

export function TestCards({ filters }: { filters: AnalyticsFilters }) {
  const success = useFigure('executionSuccessRate', filters);
  const fully = useFigure('fullyDeliveredRate', filters);
  const unexecuted = useFigure('unexecutedTestCount', filters);
  const executing = useFigure('executingTestCount', filters);
  const counts = useFigure('executionStatusCounts', filters);
  const distribution = useFigure('executionStatusDistribution', filters);
  const tests = Object.values(counts.figure?.executionStatusCounts ?? {}).reduce((sum, one) => sum + one, 0);
  const ofTests = counts.isLoading ? '' : `, of ${counted(tests, 'test')}`;
  return (
    <section className={classes.group} aria-labelledby="test-figures">
      <h2 id="test-figures" className={classes.title}>
        Tests
        <TestFiguresNote filters={filters} />
      </h2>
      <dl className={classes.cards}>
        <MetricCard
          name="Execution Success Rate"
          value={percentWords(success.figure?.executionSuccessRate)}
          note={SUCCESS_FORMULA}
          {...success}
        />
        <MetricCard
          name="Fully Delivered Rate"
          value={percentWords(fully.figure?.fullyDeliveredRate)}
          note={FULLY_FORMULA}
          {...fully}
        />
        <MetricCard
          name="Unexecuted Tests"
          value={countWords(unexecuted.figure?.unexecutedTestCount)}
          note={`Not begun yet${ofTests}`}
          {...unexecuted}
        />
        <MetricCard
          name="Executing Tests"
          value={countWords(executing.figure?.executingTestCount)}
          note={`Running now${ofTests}`}
          {...executing}
        />
      </dl>
      <TestsBar
        counts={distribution.figure?.executionStatusDistribution ?? null}
        testType={filters.testType}
      />
    </section>
  );
}
