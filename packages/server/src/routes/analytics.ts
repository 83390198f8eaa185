/** The figures of analytics (CALL-18): of messages from the rollups, never from the messages; of tests by status. */
import { type AnalyticsQuery, type TestFigureQuery, TREND_DAYS_LIMIT } from '@textprobe/contract/analytics';
import { calls } from '@textprobe/contract/calls';
import { EXECUTION_STATUSES, MESSAGE_TYPES, TEST_TYPES } from '@textprobe/contract/tests';
import type { Database } from '@textprobe/database/connection';
import {
  type KindTotals,
  type RollupTotals,
  readFindings,
  readTotalsBy,
  readTotalsByKind,
} from '@textprobe/database/rollups/rollup-reader';
import { countTestsByStatus, type StatusCount } from '@textprobe/database/tests/status-counts';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import type { Clock } from '@textprobe/domain/clock';
import { FINDINGS } from '@textprobe/domain/finding';
import { daysBetween } from '@textprobe/domain/los-angeles-calendar';
import type { FastifyInstance } from 'fastify';
import { analyticsFilter, testsFilter } from '../analytics-filter.ts';
import { percentage } from '../delivery-rate.ts';
import {
  daySpan,
  monthSpan,
  ratesByDay,
  ratesByHourOfDay,
  ratesByMonth,
  type TrendSpan,
} from '../delivery-trend.ts';
import { fieldProblem } from '../problem.ts';
import { route } from '../route.ts';
import { shareReads } from '../shared-reads.ts';

interface AnalyticsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function analyticsRoutes(app: FastifyInstance, deps: AnalyticsDeps): void {
  messageFigures(app, deps);
  findings(app, deps);
  trends(app, deps);
  testFigures(app, deps);
}

function messageFigures(app: FastifyInstance, { db }: AnalyticsDeps): void {
  const readKinds = shareReads((filter: AnalyticsFilter) => readTotalsByKind(db, filter));
  const kinds = (query: AnalyticsQuery) => readKinds(analyticsFilter(query));

  route(app, calls.messageCount, async ({ query }) => ({
    messageCount: sum(await kinds(query), 'messages'),
  }));
  route(app, calls.receivedMessageCount, async ({ query }) => ({
    receivedMessageCount: sum(await kinds(query), 'received'),
  }));
  route(app, calls.deliveryRate, async ({ query }) => ({ deliveryRate: rateOf(await kinds(query)) }));
  route(app, calls.deliveryDelay, async ({ query }) => {
    const found = await kinds(query);
    const delayed = sum(found, 'delayed');
    return { deliveryDelay: delayed === 0 ? null : sum(found, 'delayMs') / delayed / 60_000 };
  });
  route(app, calls.carrierDeliveryRates, async ({ query }) => {
    const carriers = Map.groupBy(await kinds(query), (kind) => kind.carrier);
    return Object.fromEntries([...carriers].map(([carrier, found]) => [carrier, rateOf(found)]));
  });
  route(app, calls.messageTypeDistribution, async ({ query }) => {
    const types = Map.groupBy(await kinds(query), (kind) => kind.messageType);
    return countsByName(MESSAGE_TYPES, (name) => sum(types.get(name), 'messages'));
  });
  route(app, calls.testTypeDistribution, async ({ query }) => {
    const types = Map.groupBy(await kinds(query), (kind) => kind.testType);
    return countsByName(TEST_TYPES, (name) => sum(types.get(name), 'messages'));
  });
}

function findings(app: FastifyInstance, { db }: AnalyticsDeps): void {
  route(app, calls.findingCounts, async ({ query }) => {
    const found = await readFindings(db, analyticsFilter(query));
    const messages = new Map(found.map((one) => [one.finding, one.messages]));
    return {
      findingCounts: countsByName(FINDINGS, (finding) => messages.get(finding) ?? 0),
      senderChangedCount: found.reduce((total, one) => total + one.senderChanged, 0),
    };
  });
}

function sum(kinds: readonly KindTotals[] | undefined, name: keyof RollupTotals): number {
  return (kinds ?? []).reduce((total, kind) => total + kind[name], 0);
}

function rateOf(kinds: readonly KindTotals[]): number | null {
  return percentage(sum(kinds, 'received'), sum(kinds, 'known'));
}

function trends(app: FastifyInstance, { db, clock }: AnalyticsDeps): void {
  const readHours = shareReads((filter: AnalyticsFilter) => readTotalsBy(db, 'hour', filter));
  const readDays = shareReads((filter: AnalyticsFilter) => readTotalsBy(db, 'day', filter));
  const days = (query: AnalyticsQuery) => bounded(daySpan(analyticsFilter(query), clock.now()));
  async function byDay(query: AnalyticsQuery) {
    const span = days(query);
    return ratesByDay(span, await readDays(span.filter));
  }

  route(app, calls.dailyDeliveryRates, ({ query }) => byDay(query));
  route(app, calls.filteredDeliveryTrend, ({ query }) => byDay(query));
  route(app, calls.hourlyDeliveryRates, async ({ query }) =>
    ratesByHourOfDay(await readHours(days(query).filter)),
  );
  route(app, calls.biAnnualDeliveryRates, async ({ query }) => {
    const span = bounded(monthSpan(analyticsFilter(query), clock.now()));
    return ratesByMonth(span, await readDays(span.filter));
  });
}

function testFigures(app: FastifyInstance, { db }: AnalyticsDeps): void {
  const readStatuses = shareReads((query: TestFigureQuery) => countTestsByStatus(db, testsFilter(query)));
  async function counts(query: TestFigureQuery) {
    const found = new Map((await readStatuses(query)).map((one) => [one.status, one.tests]));
    return countsByName(EXECUTION_STATUSES, (status) => found.get(status) ?? 0);
  }
  /** The share of these among the tests that ended with an outcome known. */
  async function rate(query: TestFigureQuery, counted: readonly StatusCount['status'][]) {
    const found = await readStatuses(query);
    const tests = (statuses: readonly StatusCount['status'][]) =>
      found
        .filter((one) => statuses.includes(one.status))
        .reduce((sum, one) => sum + one.tests - one.unknown, 0);
    return percentage(tests(counted), tests(['DELIVERED', 'PARTIALLY_DELIVERED', 'FAILED']));
  }

  route(app, calls.executionStatusCounts, async ({ query }) => ({
    executionStatusCounts: await counts(query),
  }));
  route(app, calls.executionStatusDistribution, async ({ query }) => ({
    executionStatusDistribution: await counts(query),
  }));
  route(app, calls.executionSuccessRate, async ({ query }) => ({
    executionSuccessRate: await rate(query, ['DELIVERED', 'PARTIALLY_DELIVERED']),
  }));
  route(app, calls.fullyDeliveredRate, async ({ query }) => ({
    fullyDeliveredRate: await rate(query, ['DELIVERED']),
  }));
  route(app, calls.unexecutedTestCount, async ({ query }) => ({
    unexecutedTestCount: (await counts(query)).UNEXECUTED,
  }));
  route(app, calls.executingTestCount, async ({ query }) => ({
    executingTestCount: (await counts(query)).EXECUTING,
  }));
}

/** A count for every name there is. */
function countsByName<N extends string>(names: readonly N[], count: (name: N) => number): Record<N, number> {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<N, number>;
}

function bounded(span: TrendSpan): TrendSpan {
  if (daysBetween(span.first, span.last) <= TREND_DAYS_LIMIT) return span;
  const message = `Choose at most ${TREND_DAYS_LIMIT.toLocaleString('en-US')} days: a later start or an earlier end.`;
  throw fieldProblem('query.invalid', [{ field: 'startDate', code: 'too_big', message }]);
}
