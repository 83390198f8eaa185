/**
 * Computes the analytics figures by name (CALL-18): those of messages from the rollups, never from the messages themselves,
 * those of tests from their counts.
 */
import type { AnalyticsQuery, analyticsCalls, TestFigureQuery } from '@textprobe/contract/analytics';
import type { FigureName } from '@textprobe/contract/analytics-bundle';
import { MESSAGE_TYPES, TEST_TYPES } from '@textprobe/contract/tests';
import type { KindTotals, RollupTotals } from '@textprobe/database/rollups/rollup-reader';
import type { Scope } from '@textprobe/database/scope/scope';
import type { StatusCount } from '@textprobe/database/tests/status-counts';
import type { Clock } from '@textprobe/domain/clock';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDINGS } from '@textprobe/domain/finding';
import type { ReceiptTruth } from '@textprobe/domain/receipt-truth';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import type { z } from 'zod';
import { analyticsFilter, testsFilter } from '../../analytics/analytics-filter.ts';
import { percentage } from '../../analytics/delivery-rate.ts';
import {
  boundedSpan,
  daySpan,
  monthSpan,
  ratesByDay,
  ratesByHourOfDay,
  ratesByMonth,
} from '../../analytics/delivery-trend.ts';
import type { FigureSources } from './analytics-sources.ts';

type Calls = typeof analyticsCalls;

/** Figures of tests ignore the filters that only messages have; their own calls refuse these. */
export type Figures = {
  readonly [N in FigureName]: (query: AnalyticsQuery) => Promise<z.output<Calls[N]['answer']>>;
};

export function createFigures(sources: FigureSources, scope: Scope, clock: Clock): Figures {
  return {
    ...messageFigures(sources, scope),
    ...trends(sources, scope, clock),
    ...testFigures(sources, scope),
  };
}

function messageFigures(sources: FigureSources, scope: Scope) {
  const kinds = (query: AnalyticsQuery) => sources.kinds({ scope, filter: analyticsFilter(query) });
  return {
    messageCount: async (query) => ({ messageCount: sum(await kinds(query), 'messages') }),
    receivedMessageCount: async (query) => ({ receivedMessageCount: sum(await kinds(query), 'received') }),
    deliveryRate: async (query) => ({ deliveryRate: rateOf(await kinds(query)) }),
    async unalteredRate(query) {
      const found = await kinds(query);
      const [unaltered, compared] = [sum(found, 'unaltered'), sum(found, 'compared')];
      return {
        unalteredRate: percentage(unaltered, compared),
        unaltered,
        compared,
        notReported: sum(found, 'notReported'),
      };
    },
    async receiptTruth(query) {
      const found = await kinds(query);
      const carriers = [...Map.groupBy(found, (kind) => kind.carrier)].map(
        ([carrier, own]) => [carrier, truthOf(own)] as const,
      );
      return {
        ...truthOf(found),
        carriers: Object.fromEntries(carriers.filter(([, { judged }]) => judged > 0)),
      };
    },
    async deliveryDelay(query) {
      const found = await kinds(query);
      const delayed = sum(found, 'delayed');
      return { deliveryDelay: delayed === 0 ? null : sum(found, 'delayMs') / delayed / 60_000 };
    },
    async carrierDeliveryRates(query) {
      const carriers = Map.groupBy(await kinds(query), (kind) => kind.carrier);
      return Object.fromEntries([...carriers].map(([carrier, found]) => [carrier, rateOf(found)]));
    },
    async messageTypeDistribution(query) {
      const types = Map.groupBy(await kinds(query), (kind) => kind.messageType);
      return countsByName(MESSAGE_TYPES, (name) => sum(types.get(name), 'messages'));
    },
    async testTypeDistribution(query) {
      const types = Map.groupBy(await kinds(query), (kind) => kind.testType);
      return countsByName(TEST_TYPES, (name) => sum(types.get(name), 'messages'));
    },
    async findingCounts(query) {
      const found = await sources.findings({ scope, filter: analyticsFilter(query) });
      return {
        findingCounts: countsByName(FINDINGS, (finding) =>
          found.reduce((total, one) => total + (one.finding === finding ? one.messages : 0), 0),
        ),
        fileFindingCounts: countsByName(FILE_FINDINGS, (files) =>
          found.reduce((total, one) => total + (one.files === files ? one.messages : 0), 0),
        ),
        senderChangedCount: found.reduce((total, one) => total + one.senderChanged, 0),
      };
    },
  } satisfies Partial<Figures>;
}

/** Receipts and handsets of these kinds. */
function truthOf(kinds: readonly ReceiptTruth[]) {
  const total = (name: keyof ReceiptTruth) => kinds.reduce((all, kind) => all + kind[name], 0);
  const [judged, claimed, seen] = [total('judged'), total('claimed'), total('seen')];
  const rates = { claimedRate: percentage(claimed, judged), seenRate: percentage(seen, judged) };
  return { judged, claimed, seen, ...rates };
}

function sum(kinds: readonly KindTotals[] | undefined, name: keyof RollupTotals): number {
  return (kinds ?? []).reduce((total, kind) => total + kind[name], 0);
}

function rateOf(kinds: readonly KindTotals[]): number | null {
  return percentage(sum(kinds, 'received'), sum(kinds, 'known'));
}

function trends(sources: FigureSources, scope: Scope, clock: Clock) {
  const days = (query: AnalyticsQuery) => boundedSpan(daySpan(analyticsFilter(query), clock.now()));
  async function byDay(query: AnalyticsQuery) {
    const span = days(query);
    return ratesByDay(span, await sources.days({ scope, filter: span.filter }));
  }
  return {
    dailyDeliveryRates: byDay,
    filteredDeliveryTrend: byDay,
    async dailyReceiptTruth(query) {
      const found = await sources.truthByDay({ scope, filter: days(query).filter });
      const byDay = [...Map.groupBy(found, ({ day }) => day)].map(([day, own]) => [
        day,
        Object.fromEntries(own.map(({ carrier, ...truth }) => [carrier, truthOf([truth])])),
      ]);
      return Object.fromEntries(byDay);
    },
    hourlyDeliveryRates: async (query) =>
      ratesByHourOfDay(await sources.hours({ scope, filter: days(query).filter })),
    async biAnnualDeliveryRates(query) {
      const span = boundedSpan(monthSpan(analyticsFilter(query), clock.now()));
      return ratesByMonth(span, await sources.days({ scope, filter: span.filter }));
    },
  } satisfies Partial<Figures>;
}

function testFigures(sources: FigureSources, scope: Scope) {
  const statuses = (query: TestFigureQuery) => sources.statuses({ scope, filter: testsFilter(query) });
  async function counts(query: TestFigureQuery) {
    const found = new Map((await statuses(query)).map((one) => [one.status, one.tests]));
    return countsByName(EXECUTION_STATUSES, (status) => found.get(status) ?? 0);
  }
  /** The share of these statuses among finished tests with a known outcome. */
  async function rate(query: TestFigureQuery, counted: readonly StatusCount['status'][]) {
    const found = await statuses(query);
    const tests = (wanted: readonly StatusCount['status'][]) =>
      found
        .filter((one) => wanted.includes(one.status))
        .reduce((total, one) => total + one.tests - one.unknown, 0);
    return percentage(tests(counted), tests(['DELIVERED', 'PARTIALLY_DELIVERED', 'FAILED']));
  }
  return {
    executionStatusCounts: async (query) => ({ executionStatusCounts: await counts(ofTests(query)) }),
    executionStatusDistribution: async (query) => ({
      executionStatusDistribution: await counts(ofTests(query)),
    }),
    executionSuccessRate: async (query) => ({
      executionSuccessRate: await rate(ofTests(query), ['DELIVERED', 'PARTIALLY_DELIVERED']),
    }),
    fullyDeliveredRate: async (query) => ({
      fullyDeliveredRate: await rate(ofTests(query), ['DELIVERED']),
    }),
    unexecutedTestCount: async (query) => ({
      unexecutedTestCount: (await counts(ofTests(query))).UNEXECUTED,
    }),
    executingTestCount: async (query) => ({ executingTestCount: (await counts(ofTests(query))).EXECUTING }),
  } satisfies Partial<Figures>;
}

function ofTests({ startDate, endDate, messageType, testType }: AnalyticsQuery): TestFigureQuery {
  return { startDate, endDate, messageType, testType };
}

/** A count for every name, 0 included. */
function countsByName<N extends string>(names: readonly N[], count: (name: N) => number): Record<N, number> {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<N, number>;
}
