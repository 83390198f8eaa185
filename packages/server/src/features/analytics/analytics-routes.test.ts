/** The analytics figures over HTTP, each checked against a plain recount of the messages. */
import { analyticsCalls } from '@textprobe/contract/analytics';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeTest, makeTest } from '../../testing/messages.ts';
import { countPlainly, losAngelesMinute } from '../../testing/plain-analytics.ts';
import { bothWays, randomFilters } from '../../testing/random-filters.ts';
import { randomMessage, replaceMessages } from '../../testing/random-messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const {
  executionStatusCounts,
  executionStatusDistribution,
  executionSuccessRate,
  fullyDeliveredRate,
  unexecutedTestCount,
  executingTestCount,
  ...messageCalls
} = analyticsCalls;

const { server, client } = await openTestServer();
const made = await makeTest(server.db, server.clock.now());

test(
  'CALL-18, ANALYTICS-6, ANALYTICS-10 every figure of messages equals a plain recount, for any filter',
  async () => {
    const now = server.clock.now();
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomMessage, { maxLength: 60 }),
        fc.array(randomFilters, { minLength: 2, maxLength: 2 }),
        async (messages, given) => {
          const placed = await replaceMessages(server.db, { ...made, now }, messages);
          for (const one of given) {
            const { query, filter } = bothWays(one, now);
            const expected = countPlainly(placed, filter, now);
            for (const [name, call] of Object.entries(messageCalls)) {
              const answer: unknown = await client.call(call, { query });
              const wanted = expected[name as keyof typeof expected];
              // Rates are compared with the order of their labels.
              expect(Array.isArray(wanted) ? Object.entries(answer as object) : answer, name).toEqual(wanted);
            }
          }
        },
      ),
      { numRuns: soakTimes(25) },
    );
  },
  soakTimes(120_000),
);

test('CALL-18 labels are in chronological order: 30 days, 6 months and 24 hours', async () => {
  await replaceMessages(server.db, { ...made, now: server.clock.now() }, []);
  const days = Object.keys(await client.call(messageCalls.dailyDeliveryRates));
  const months = Object.keys(await client.call(messageCalls.biAnnualDeliveryRates));
  const hours = Object.entries(await client.call(messageCalls.hourlyDeliveryRates));
  expect([days.length, months.length, hours.length]).toEqual([30, 6, 24]);
  expect(days).toEqual(days.toSorted());
  expect(days.at(-1)).toBe(losAngelesMinute(server.clock.now()).slice(0, 10));
  expect(months.at(-1)).toBe(days.at(-1)?.slice(0, 7));
  expect([hours[0], hours[23]]).toEqual([
    ['00:00', null],
    ['23:00', null],
  ]);
});

test('CALL-18 without messages counts are 0, and rates and delays null', async () => {
  await replaceMessages(server.db, { ...made, now: server.clock.now() }, []);
  expect(await client.call(messageCalls.messageCount)).toEqual({ messageCount: 0 });
  expect(await client.call(messageCalls.deliveryRate)).toEqual({ deliveryRate: null });
  expect(await client.call(messageCalls.deliveryDelay)).toEqual({ deliveryDelay: null });
  expect(await client.call(messageCalls.carrierDeliveryRates)).toEqual({});
  expect(await client.call(messageCalls.messageTypeDistribution)).toEqual({ SMS: 0, MMS: 0 });
});

test('CALL-18, ANALYTICS-10 tests are counted by status; one without any known outcome is excluded from every rate', async () => {
  const ended = { DELIVERED: 3, PARTIALLY_DELIVERED: 1, FAILED: 2, EXECUTING: 2, UNEXECUTED: 1 };
  await server.db.deleteFrom('tests').execute();
  for (const status of EXECUTION_STATUSES) {
    for (let index = 0; index < ended[status]; index += 1) await makeTestOf(status, null);
  }
  await makeTestOf('FAILED', 'no outcome known');
  const counts = { ...ended, FAILED: 3 };
  expect(await client.call(executionStatusCounts)).toEqual({ executionStatusCounts: counts });
  expect(await client.call(executionStatusDistribution)).toEqual({ executionStatusDistribution: counts });
  // Six ended with a known outcome: four arrived at least in part, three of these in full.
  expect(await client.call(executionSuccessRate)).toEqual({ executionSuccessRate: 66.7 });
  expect(await client.call(fullyDeliveredRate)).toEqual({ fullyDeliveredRate: 50 });
  expect(await client.call(unexecutedTestCount)).toEqual({ unexecutedTestCount: 1 });
  expect(await client.call(executingTestCount)).toEqual({ executingTestCount: 2 });

  const mms = { query: { messageType: 'mms' } };
  expect(await client.call(executingTestCount, mms)).toEqual({ executingTestCount: 0 });
  expect(await client.call(fullyDeliveredRate, mms)).toEqual({ fullyDeliveredRate: null });
  const immediate = { query: { testType: 'immediate' } };
  expect(await client.call(executingTestCount, immediate)).toEqual({ executingTestCount: 2 });
});

async function makeTestOf(status: (typeof EXECUTION_STATUSES)[number], reason: string | null): Promise<void> {
  const { testId } = await makeTest(server.db, server.clock.now());
  await changeTest(server.db, testId, { execution_status: status, status_reason: reason });
}

test('CALL-18 a filter that does not apply to figures of tests is 400 and named', async () => {
  const given = { status: 'sent', carrier: 'AT&T' };
  for (const [name, call] of Object.entries(analyticsCalls)) {
    if (name in messageCalls) continue;
    for (const [field, value] of Object.entries(given)) {
      const problem = await client.problem(call, { query: { [field]: value } });
      expect(problem).toMatchObject({ status: 400, code: 'query.invalid', errors: [{ field }] });
      expect(problem.detail).toContain('Leave it out');
    }
  }
});

test.each([
  ['startDate', '2026-02-30'],
  ['endDate', '21/11/2026'],
  ['endDate', '2026-11-21\u0000'],
  ['status', 'PENDING'],
  ['carrier', 'a\u0000b'],
  ['messageType', 'FAX'],
  ['testType', ''],
])('ANALYTICS-5 an invalid value of %s (%j) is 400 and named', async (field, value) => {
  for (const call of [messageCalls.messageCount, messageCalls.filteredDeliveryTrend]) {
    expect(await client.problem(call, { query: { [field]: value } })).toMatchObject({
      status: 400,
      errors: [{ field }],
    });
  }
});

test('CALL-18 a trend over more than ten years is 400 and names the start', async () => {
  expect(
    await client.problem(messageCalls.filteredDeliveryTrend, { query: { startDate: '1990-01-01' } }),
  ).toMatchObject({ status: 400, errors: [{ field: 'startDate' }] });
  const backwards = { query: { startDate: '2026-11-21', endDate: '2026-11-20' } };
  expect(await client.call(messageCalls.filteredDeliveryTrend, backwards)).toEqual({});
});
