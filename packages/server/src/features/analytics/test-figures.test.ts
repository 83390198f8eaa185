/** The figures of tests with date filters, each checked against a plain count by day of creation. */
import { analyticsCalls, type TestFigureQuery } from '@textprobe/contract/analytics';
import { MESSAGE_TYPES, TEST_TYPES } from '@textprobe/contract/tests';
import { sqlTime } from '@textprobe/database/core/connection';
import { foldRollupDeltas } from '@textprobe/database/rollups/rollup-fold';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeTest, makeTest } from '../../testing/messages.ts';
import { losAngelesMinute } from '../../testing/plain-analytics.ts';
import { openTestServer } from '../../testing/test-server.ts';

const HOUR_MS = 3_600_000;

const { server, client } = await openTestServer();

const randomTest = fc.record({
  // Several days around the present in half hours: some are close to midnight in Los Angeles.
  ageHours: fc.integer({ min: 0, max: 240 }).map((halves) => halves / 2),
  status: fc.constantFrom(...EXECUTION_STATUSES),
  isKnown: fc.boolean(),
  testType: fc.constantFrom(...TEST_TYPES),
  messageType: fc.constantFrom(...MESSAGE_TYPES),
});
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const randomQuery = fc.record({
  startAge: sometimes(fc.integer({ min: 0, max: 5 })),
  endAge: sometimes(fc.integer({ min: 0, max: 5 })),
  testType: sometimes(fc.constantFrom(...TEST_TYPES)),
  messageType: sometimes(fc.constantFrom(...MESSAGE_TYPES)),
});

type RandomTest = typeof randomTest extends fc.Arbitrary<infer T> ? T : never;

async function replaceTests(tests: readonly RandomTest[]): Promise<void> {
  const { db, clock } = server;
  await db.deleteFrom('tests').execute();
  for (const one of tests) {
    const { testId } = await makeTest(db, clock.now());
    const reason = one.status === 'FAILED' && !one.isKnown ? 'no outcome known' : null;
    await changeTest(db, testId, {
      created_at: sqlTime(clock.now() - one.ageHours * HOUR_MS),
      execution_status: one.status,
      status_reason: reason,
      test_type: one.testType,
      message_type: one.messageType,
    });
  }
}

function countPlainly(tests: readonly RandomTest[], query: Record<string, string>) {
  const matching = tests.filter((one) => {
    const day = losAngelesMinute(server.clock.now() - one.ageHours * HOUR_MS).slice(0, 10);
    const { startDate = day, endDate = day, testType = one.testType, messageType = one.messageType } = query;
    return day >= startDate && day <= endDate && one.testType === testType && one.messageType === messageType;
  });
  const counts = Object.fromEntries(
    EXECUTION_STATUSES.map((status) => [status, matching.filter((one) => one.status === status).length]),
  );
  const known = matching.filter((one) => one.status !== 'FAILED' || one.isKnown);
  const share = (statuses: readonly string[]) => {
    const of = (wanted: readonly string[]) => known.filter((one) => wanted.includes(one.status)).length;
    const ended = of(['DELIVERED', 'PARTIALLY_DELIVERED', 'FAILED']);
    return ended === 0 ? null : Math.round((of(statuses) / ended) * 1_000) / 10;
  };
  return {
    executionStatusCounts: { executionStatusCounts: counts },
    executionStatusDistribution: { executionStatusDistribution: counts },
    executionSuccessRate: { executionSuccessRate: share(['DELIVERED', 'PARTIALLY_DELIVERED']) },
    fullyDeliveredRate: { fullyDeliveredRate: share(['DELIVERED']) },
    unexecutedTestCount: { unexecutedTestCount: counts.UNEXECUTED },
    executingTestCount: { executingTestCount: counts.EXECUTING },
  } satisfies Partial<Record<keyof typeof analyticsCalls, unknown>>;
}

/** As in a query. */
function asQuery(
  given: typeof randomQuery extends fc.Arbitrary<infer T> ? T : never,
): Record<string, string> {
  const date = (age: number | undefined) =>
    age === undefined ? undefined : losAngelesMinute(server.clock.now() - age * 24 * HOUR_MS).slice(0, 10);
  const { startAge, endAge, testType, messageType } = given;
  const all: { [name in keyof TestFigureQuery]: string | undefined } = {
    startDate: date(startAge),
    endDate: date(endAge),
    testType,
    messageType,
  };
  // Omits undefined values.
  return JSON.parse(JSON.stringify(all));
}

test(
  'CALL-18, ANALYTICS-10 every figure of tests equals a plain count of those created within the dates, folded or not',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomTest, { maxLength: 25 }),
        fc.array(randomQuery, { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        async (tests, given, isFolded) => {
          await replaceTests(tests);
          const of = { limit: 10_000, now: server.clock.now() };
          if (isFolded) await server.db.transaction().execute((tx) => foldRollupDeltas(tx, 'test sum', of));
          for (const query of given.map(asQuery)) {
            for (const [name, answer] of Object.entries(countPlainly(tests, query))) {
              const call = analyticsCalls[name as keyof ReturnType<typeof countPlainly>];
              expect(await client.call(call, { query }), name).toEqual(answer);
            }
          }
        },
      ),
      { numRuns: soakTimes(15) },
    );
  },
  soakTimes(120_000),
);

test('CALL-18 dates filter tests by their day of creation in Los Angeles, both ends included', async () => {
  await server.db.deleteFrom('tests').execute();
  for (const at of [
    '2026-11-01T06:59:59Z',
    '2026-11-01T07:00:00Z',
    '2026-11-02T07:59:59Z',
    '2026-11-02T08:00:00Z',
  ]) {
    await makeTest(server.db, Date.parse(at));
  }
  const counted = (startDate: string, endDate: string) =>
    client.call(analyticsCalls.unexecutedTestCount, { query: { startDate, endDate } });
  expect(await counted('2026-11-01', '2026-11-01')).toEqual({ unexecutedTestCount: 2 });
  expect(await counted('2026-10-31', '2026-11-02')).toEqual({ unexecutedTestCount: 4 });
  expect(await counted('2026-11-02', '2026-11-01')).toEqual({ unexecutedTestCount: 0 });
});
