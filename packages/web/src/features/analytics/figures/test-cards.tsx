/** The four cards of tests (ANALYTICS-3), each compared with the period before, and how all tests stand. */
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { counted } from '../../../ui/counted.ts';
import { comparedTests, type TestFigures } from './compared-figures.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { compareRates } from './comparison.ts';
import { countWords, FULLY_FORMULA, percentWords, SUCCESS_FORMULA } from './figure-words.ts';
import { COUNTS, ComparedLine, type Measure, MetricCard } from './metric-card.tsx';
import classes from './metric-cards.module.css';
import { TestFiguresNote } from './test-figures-note.tsx';
import { TestsBar } from './tests-bar.tsx';
import { type BundleState, figureOf } from './use-bundle.ts';

const RATES: Measure = { compare: compareRates, words: percentWords, none: 'None ended' };

interface TestCardsProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly periods: ComparedPeriods | null;
}

export function TestCards({ state, filters, periods }: TestCardsProps) {
  const success = figureOf(state, 'executionSuccessRate');
  const fully = figureOf(state, 'fullyDeliveredRate');
  const unexecuted = figureOf(state, 'unexecutedTestCount');
  const executing = figureOf(state, 'executingTestCount');
  const counts = figureOf(state, 'executionStatusCounts');
  const distribution = figureOf(state, 'executionStatusDistribution');
  const compared = comparedTests(state, periods);
  const tests = Object.values(counts.figure?.executionStatusCounts ?? {}).reduce((sum, one) => sum + one, 0);
  const ofTests = counts.figure === undefined ? '' : `, of ${counted(tests, 'test')}`;
  const line = (name: keyof TestFigures, measure: Measure) => (
    <ComparedLine
      compared={compared}
      measure={measure}
      now={compared?.now?.[name]}
      before={compared?.before?.[name]}
    />
  );
  return (
    <section className={classes.group} aria-labelledby="test-figures">
      <h2 id="test-figures" className={classes.title}>
        Tests
        <TestFiguresNote filters={filters} isCompared={compared !== null} />
      </h2>
      <dl className={classes.cards}>
        <MetricCard
          name="Execution Success Rate"
          value={percentWords(success.figure?.executionSuccessRate)}
          note={SUCCESS_FORMULA}
          {...success}
        >
          {line('success', RATES)}
        </MetricCard>
        <MetricCard
          name="Fully Delivered Rate"
          value={percentWords(fully.figure?.fullyDeliveredRate)}
          note={FULLY_FORMULA}
          {...fully}
        >
          {line('fully', RATES)}
        </MetricCard>
        <MetricCard
          name="Unexecuted Tests"
          value={countWords(unexecuted.figure?.unexecutedTestCount)}
          note={`Not begun yet${ofTests}`}
          {...unexecuted}
        >
          {line('unexecuted', COUNTS)}
        </MetricCard>
        <MetricCard
          name="Executing Tests"
          value={countWords(executing.figure?.executingTestCount)}
          note={`Running now${ofTests}`}
          {...executing}
        >
          {line('executing', COUNTS)}
        </MetricCard>
      </dl>
      <TestsBar
        counts={distribution.figure?.executionStatusDistribution ?? null}
        testType={filters.testType}
      />
    </section>
  );
}
