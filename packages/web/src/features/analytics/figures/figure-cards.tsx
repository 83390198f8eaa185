/**
 * The seven cards (ANALYTICS-3), three for messages and four for tests, each compared with the previous period, and the tests by status.
 */
import { figure } from '@textprobe/domain/figures';
import { EXECUTION_STATUSES, type ExecutionStatus } from '@textprobe/domain/run-status';
import { Link } from 'react-router';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { counted, percentWords } from '../../../ui/counted.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { COLOR_TOKENS } from '../charts/chart-colors.ts';
import { testsAddress } from '../filters/analytics-address.ts';
import {
  comparedTests,
  type MessageFigures,
  type MessageFiguresState,
  type TestFigures,
} from './compared-figures.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import {
  compareDelays,
  compareRates,
  countWords,
  delayWords,
  FULLY_FORMULA,
  minutesWords,
  SUCCESS_FORMULA,
} from './figure-words.ts';
import { COUNTS, ComparedLine, type Measure, MetricCard } from './metric-card.tsx';
import classes from './metric-cards.module.css';
import { TestFiguresNote } from './test-figures-note.tsx';
import { type BundleState, type Compared, figureOf } from './use-bundle.ts';

interface MessageCardsProps {
  readonly state: MessageFiguresState;
  readonly compared: Compared<MessageFigures> | null;
}

const DELAYS: Measure = {
  compare: compareDelays,
  words: (minutes) => (typeof minutes === 'number' ? delayWords(minutes * 60) : '–'),
  none: 'None received',
};

export function MessageCards({ state, compared }: MessageCardsProps) {
  const { figures, isLoading, isOutdated, isFailed } = state;
  const of = (value: number | null | undefined) => ({
    isLoading,
    isOutdated,
    isError: isFailed || (!isLoading && value === undefined),
  });
  const line = (name: 'messages' | 'received' | 'delay', measure: Measure) => (
    <ComparedLine
      compared={compared}
      measure={measure}
      now={compared?.now[name]}
      before={compared?.before[name]}
    />
  );
  return (
    <section className={classes.group} aria-labelledby="message-figures">
      <h2 id="message-figures" className={classes.title}>
        Messages
      </h2>
      <dl className={classes.cards}>
        <MetricCard
          name="Messages"
          value={countWords(figures.messages)}
          note="One per office and phone in each run"
          {...of(figures.messages)}
        >
          {line('messages', COUNTS)}
        </MetricCard>
        <MetricCard
          name="Received"
          value={countWords(figures.received)}
          note="Confirmed by the handset, or by the receipt where that is the evidence"
          {...of(figures.received)}
        >
          {line('received', COUNTS)}
        </MetricCard>
        <MetricCard
          name="Average Delay"
          value={minutesWords(figures.delay)}
          note={
            typeof figures.delay === 'number'
              ? `${DELAYS.words(figures.delay)} from submission to reception, on average`
              : 'From submission to reception, on average'
          }
          {...of(figures.delay)}
        >
          {line('delay', DELAYS)}
        </MetricCard>
      </dl>
    </section>
  );
}

const RATES: Measure = { compare: compareRates, words: percentWords, none: 'None completed' };

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
          note={`Not started yet${ofTests}`}
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
      <TestsBar counts={distribution.figure?.executionStatusDistribution ?? null} filters={filters} />
    </section>
  );
}

interface TestsBarProps {
  /** Null while loading and after a failure: no numbers are shown. */
  readonly counts: Readonly<Record<ExecutionStatus, number>> | null;
  readonly filters: AnalyticsFilters;
}

/** All tests by status: a bar in the five status colors, with links to the tests of each (ANALYTICS-9, 10). */
function TestsBar({ counts, filters }: TestsBarProps) {
  return (
    <div className={`surface ${classes.tests}`}>
      <div className={classes.bar} aria-hidden>
        {EXECUTION_STATUSES.filter((status) => (counts?.[status] ?? 0) > 0).map((status) => (
          <span
            key={status}
            style={{ flexGrow: counts?.[status] ?? 0, background: `var(${COLOR_TOKENS[status]})` }}
          />
        ))}
      </div>
      <ul className={classes.legend} aria-label="Tests by execution status">
        {EXECUTION_STATUSES.map((status) => (
          <li key={status}>
            <Link to={testsAddress(status, filters)} className={classes.link} data-tip="List these tests">
              <StatusBadge status={status} /> {counts === null ? '–' : figure(counts[status])}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
