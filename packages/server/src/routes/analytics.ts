/** The figures of analytics (CALL-18): of messages from the rollups, never from the messages; of tests by status. */
import { type AnalyticsQuery, TREND_DAYS_LIMIT, type TestFigureQuery } from '@textprobe/contract/analytics';
import { calls } from '@textprobe/contract/calls';
import { EXECUTION_STATUSES, MESSAGE_TYPES, TEST_TYPES } from '@textprobe/contract/tests';
import type { Database } from '@textprobe/database/connection';
import { readTotals, readTotalsBy } from '@textprobe/database/rollups/rollup-reader';
import { countTestsByStatus, type StatusCount } from '@textprobe/database/tests/status-counts';
import type { Clock } from '@textprobe/domain/clock';
import { daysBetween } from '@textprobe/domain/los-angeles-calendar';
import type { FastifyInstance } from 'fastify';
import { analyticsFilter } from '../analytics-filter.ts';
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

interface AnalyticsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function analyticsRoutes(app: FastifyInstance, deps: AnalyticsDeps): void {
  messageFigures(app, deps);
  trends(app, deps);
  testFigures(app, deps);
}

function messageFigures(app: FastifyInstance, { db }: AnalyticsDeps): void {
  const totals = (query: AnalyticsQuery) => readTotals(db, analyticsFilter(query));

  route(app, calls.messageCount, async ({ query }) => ({ messageCount: (await totals(query)).messages }));
  route(app, calls.receivedMessageCount, async ({ query }) => ({
    receivedMessageCount: (await totals(query)).received,
  }));
  route(app, calls.deliveryRate, async ({ query }) => {
    const { received, known } = await totals(query);
    return { deliveryRate: percentage(received, known) };
  });
  route(app, calls.deliveryDelay, async ({ query }) => {
    const { delayMs, delayed } = await totals(query);
    return { deliveryDelay: delayed === 0 ? null : delayMs / delayed / 60_000 };
  });
  route(app, calls.carrierDeliveryRates, async ({ query }) => {
    const carriers = await readTotalsBy(db, 'carrier', analyticsFilter(query));
    return Object.fromEntries(carriers.map((one) => [one.group, percentage(one.received, one.known)]));
  });
  route(app, calls.messageTypeDistribution, async ({ query }) => {
    const types = await readTotalsBy(db, 'message_type', analyticsFilter(query));
    return countsByName(
      MESSAGE_TYPES,
      types.map((one) => [one.group, one.messages]),
    );
  });
  route(app, calls.testTypeDistribution, async ({ query }) => {
    const types = await readTotalsBy(db, 'test_type', analyticsFilter(query));
    return countsByName(
      TEST_TYPES,
      types.map((one) => [one.group, one.messages]),
    );
  });
}

function trends(app: FastifyInstance, { db, clock }: AnalyticsDeps): void {
  const hours = (span: TrendSpan) => readTotalsBy(db, 'hour', span.filter);
  const days = (query: AnalyticsQuery) => bounded(daySpan(analyticsFilter(query), clock.now()));
  async function byDay(query: AnalyticsQuery) {
    const span = days(query);
    return ratesByDay(span, await hours(span));
  }

  route(app, calls.dailyDeliveryRates, ({ query }) => byDay(query));
  route(app, calls.filteredDeliveryTrend, ({ query }) => byDay(query));
  route(app, calls.hourlyDeliveryRates, async ({ query }) => ratesByHourOfDay(await hours(days(query))));
  route(app, calls.biAnnualDeliveryRates, async ({ query }) => {
    const span = bounded(monthSpan(analyticsFilter(query), clock.now()));
    return ratesByMonth(span, await hours(span));
  });
}

function testFigures(app: FastifyInstance, { db }: AnalyticsDeps): void {
  async function counts(query: TestFigureQuery) {
    const found = await countTestsByStatus(db, query);
    return countsByName(
      EXECUTION_STATUSES,
      found.map((one) => [one.status, one.tests]),
    );
  }
  /** The share of these among the tests that ended with an outcome known. */
  async function rate(query: TestFigureQuery, counted: readonly StatusCount['status'][]) {
    const found = await countTestsByStatus(db, query);
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

/** A count for every name there is, 0 where none was found. */
function countsByName<N extends string>(
  names: readonly N[],
  found: readonly (readonly [string, number])[],
): Record<N, number> {
  const counts = new Map(found);
  return Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<N, number>;
}

function bounded(span: TrendSpan): TrendSpan {
  if (daysBetween(span.first, span.last) <= TREND_DAYS_LIMIT) return span;
  const message = `Choose at most ${TREND_DAYS_LIMIT.toLocaleString('en-US')} days: a later start or an earlier end.`;
  throw fieldProblem('query.invalid', [{ field: 'startDate', code: 'too_big', message }]);
}
