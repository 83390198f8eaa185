/** The figures of an account equal a recount of the messages and tests in its scope (ACCT-2). */
import { analyticsCalls } from '@textprobe/contract/analytics';
import { type FigureName, figureWord } from '@textprobe/contract/analytics-bundle';
import { calls } from '@textprobe/contract/calls';
import { RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { insertTest } from '@textprobe/database/tests/tests';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeTest, makeTest } from '../testing/messages.ts';
import { countPlainly } from '../testing/plain-analytics.ts';
import { bothWays, type Filters, NO_FILTERS, randomFilters } from '../testing/random-filters.ts';
import {
  type PlacedMessage,
  RANDOM_PARTNERS,
  randomMessage,
  replaceMessages,
} from '../testing/random-messages.ts';
import { logInAs } from '../testing/scope-sides.ts';
import type { TestClient } from '../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../testing/test-server.ts';
import { hashPassword } from './passwords.ts';

const { server, client: administrator } = await openTestServer();
const { db, clock } = server;
const made = await makeTest(db, clock.now());
const [alphaId, betaId] = RANDOM_PARTNERS;

/** Accounts by their partners. */
const SCOPES: Readonly<Record<string, readonly number[]>> = {
  alpha: [alphaId],
  beta: [betaId],
  both: [alphaId, betaId],
  none: [],
};
const passwordHash = await hashPassword(PASSWORD);
const viewers: (readonly [string, readonly number[], TestClient])[] = [];
for (const [username, partnerIds] of Object.entries(SCOPES)) {
  const account = { username, partnerIds, role: 'viewer' as const, passwordHash };
  viewers.push([username, partnerIds, await logInAs(server, account)]);
}

const NAMES = Object.keys(analyticsCalls) as FigureName[];
const isOfTests = (name: FigureName) => /^(execut|fully|unexecuted)/.test(name);

const MESSAGE_FIGURES = NAMES.filter((name) => !isOfTests(name));

/** At most two conditions: more would leave hardly any message to count. */
const fewFilters = fc
  .tuple(randomFilters, fc.shuffledSubarray(Object.keys(NO_FILTERS), { minLength: 1, maxLength: 2 }))
  .map(([filters, kept]): Filters => {
    const chosen = Object.entries(filters).filter(([key]) => kept.includes(key));
    return { ...NO_FILTERS, ...Object.fromEntries(chosen) };
  });

/** The order of the labels matters. */
function ordered(answer: unknown, wanted: unknown): unknown {
  return Array.isArray(wanted) ? Object.entries(answer as object) : answer;
}

test(
  'ACCT-2 every figure of messages, and each list and export of them, equals a recount of those in scope',
  async () => {
    const now = clock.now();
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomMessage, { minLength: 10, maxLength: 60 }),
        fewFilters,
        async (messages, few) => {
          const placed = await replaceMessages(db, { ...made, now }, messages);
          for (const [username, partnerIds, client] of viewers) {
            const visible = placed.filter(({ partnerId }) => partnerIds.includes(partnerId));
            for (const given of [NO_FILTERS, few]) {
              const { query, filter } = bothWays(given, now);
              const expected = countPlainly(visible, filter, now);
              const names = MESSAGE_FIGURES.map(figureWord).join(',');
              const bundle = await client.call(calls.analyticsBundle, { query: { ...query, names } });
              for (const name of MESSAGE_FIGURES) {
                const wanted = expected[name as keyof typeof expected];
                const found = ordered(bundle.figures[figureWord(name)], wanted);
                expect(found, `${name} of ${username}`).toEqual(wanted);
              }
              expect(await listed(client, query), username).toEqual(totalsOf(expected));
            }
          }
        },
      ),
      { numRuns: soakTimes(4) },
    );
  },
  soakTimes(120_000),
);

test('ACCT-2 every figure of messages by its own call counts those in scope', async () => {
  const messages = fc.sample(randomMessage, { numRuns: 40, seed: 1 });
  const placed = await replaceMessages(db, { ...made, now: clock.now() }, messages);
  for (const [username, partnerIds, client] of viewers) {
    const visible = placed.filter(({ partnerId }) => partnerIds.includes(partnerId));
    const expected = countPlainly(visible, {}, clock.now());
    for (const name of MESSAGE_FIGURES) {
      const wanted = expected[name as keyof typeof expected];
      expect(ordered(await client.call(analyticsCalls[name]), wanted), `${name} of ${username}`).toEqual(
        wanted,
      );
    }
  }
});

type Counted = Pick<ReturnType<typeof countPlainly>, 'messageCount' | 'receivedMessageCount'>;

function totalsOf({ messageCount, receivedMessageCount }: Counted) {
  const total = messageCount.messageCount;
  return { total, received: receivedMessageCount.receivedMessageCount, rows: total, csvRows: total };
}

/** The totals of the list of messages, and how many messages it and its export contain. */
async function listed(client: TestClient, query: Record<string, string>) {
  const { path } = calls.filteredLogs;
  const response = await client.send('GET', path, { query: { ...query, pageSize: 500 } });
  const rows = (await response.json()) as unknown[];
  // The fourth page begins in the middle of a partner's messages.
  const fourth = await client.send('GET', path, { query: { ...query, pageSize: 2, page: 4 } });
  expect(await fourth.json()).toEqual(rows.slice(6, 8));
  const csv = await (await client.send('GET', calls.exportLogs.path, { query })).text();
  return {
    total: Number(response.headers.get(TOTAL_COUNT_HEADER)),
    received: Number(response.headers.get(RECEIVED_COUNT_HEADER)),
    rows: rows.length,
    csvRows: csv.trimEnd().split('\r\n').length - 1,
  };
}

/** Three messages of Alpha and two of Beta. */
async function placeSome(): Promise<PlacedMessage[]> {
  const [some] = fc.sample(randomMessage, { numRuns: 1, seed: 1 });
  if (some === undefined) throw new Error('there is no sample');
  const of = (partnerId: (typeof RANDOM_PARTNERS)[number], age: number) => ({
    ...some,
    partnerId,
    age,
    sent: true,
  });
  const messages = [of(alphaId, 1), of(alphaId, 2), of(alphaId, 3), of(betaId, 4), of(betaId, 5)];
  return replaceMessages(db, { ...made, now: clock.now() }, messages);
}

test('ACCT-2 the counts of two partners add up to that of the administrator, and a filter by another partner counts nothing', async () => {
  await placeSome();
  const counts: Record<string, number> = {};
  for (const [username, , client] of viewers) {
    counts[username] = (await client.call(analyticsCalls.messageCount)).messageCount;
  }
  counts['administrator'] = (await administrator.call(analyticsCalls.messageCount)).messageCount;
  expect(counts).toEqual({ alpha: 3, beta: 2, both: 5, none: 0, administrator: 5 });

  const query = { partnerId: String(alphaId) };
  const [, , beta] = viewers[1] ?? [];
  const empty = countPlainly([], {}, clock.now());
  for (const name of MESSAGE_FIGURES) {
    const wanted = empty[name as keyof typeof empty];
    expect(ordered(await beta?.call(analyticsCalls[name], { query }), wanted), name).toEqual(wanted);
  }
  expect(await administrator.call(analyticsCalls.messageCount, { query })).toEqual({ messageCount: 3 });
});

test('ACCT-2 the unfiltered list of messages, by page and by cursor, has those in scope and their total', async () => {
  const placed = await placeSome();
  for (const [username, partnerIds, client] of viewers) {
    const expected = placed.filter(({ partnerId }) => partnerIds.includes(partnerId)).length;
    const answer = await client.send('GET', calls.testLogs.path, { query: { pageSize: 1 } });
    expect([username, answer.headers.get(TOTAL_COUNT_HEADER)]).toEqual([username, String(expected)]);
    let rows = 0;
    for (let page = answer; ; ) {
      rows += ((await page.json()) as unknown[]).length;
      const cursor = page.headers.get('x-next-cursor');
      if (cursor === null || rows > placed.length) break;
      page = await client.send('GET', calls.testLogs.path, { query: { pageSize: 1, cursor } });
    }
    expect([username, rows]).toEqual([username, expected]);
  }
});

test('ACCT-2 figures and the list of tests count those whose partners are all in scope', async () => {
  await db.deleteFrom('tests').execute();
  /** How many tests of Alpha, of Beta and of both have each status. */
  const made = {
    UNEXECUTED: [1, 2, 3],
    EXECUTING: [2, 1, 1],
    DELIVERED: [3, 1, 2],
    FAILED: [1, 4, 1],
    PARTIALLY_DELIVERED: [2, 0, 1],
  };
  const owners = [[alphaId], [betaId], [alphaId, betaId]];
  for (const status of EXECUTION_STATUSES) {
    for (const [index, owner] of owners.entries()) {
      for (let nth = 0; nth < (made[status][index] ?? 0); nth += 1) await insertTestOf(owner, status);
    }
  }
  for (const [username, partnerIds, client] of viewers) {
    const countOf = (status: (typeof EXECUTION_STATUSES)[number]) =>
      owners.reduce((sum, owner, index) => {
        const isVisible = owner.every((id) => partnerIds.includes(id));
        return sum + (isVisible ? (made[status][index] ?? 0) : 0);
      }, 0);
    const counts = Object.fromEntries(EXECUTION_STATUSES.map((status) => [status, countOf(status)]));
    const arrived = countOf('DELIVERED') + countOf('PARTIALLY_DELIVERED');
    const ended = arrived + countOf('FAILED');
    const rate = (part: number) => (ended === 0 ? null : Math.round((part / ended) * 1_000) / 10);
    const wanted = {
      executionStatusCounts: { executionStatusCounts: counts },
      executionStatusDistribution: { executionStatusDistribution: counts },
      executionSuccessRate: { executionSuccessRate: rate(arrived) },
      fullyDeliveredRate: { fullyDeliveredRate: rate(countOf('DELIVERED')) },
      unexecutedTestCount: { unexecutedTestCount: countOf('UNEXECUTED') },
      executingTestCount: { executingTestCount: countOf('EXECUTING') },
    };
    // Dates are read from other sums than all of time.
    const startDate = new Date(clock.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const names = Object.keys(wanted)
      .map((name) => figureWord(name as FigureName))
      .join(',');
    for (const query of [{}, { startDate }]) {
      const { figures } = await client.call(calls.analyticsBundle, { query: { ...query, names } });
      for (const [name, answer] of Object.entries(wanted)) {
        expect(
          await client.call(analyticsCalls[name as FigureName], { query }),
          `${name} of ${username}`,
        ).toEqual(answer);
        expect(figures[figureWord(name as FigureName)], `${name} of ${username}`).toEqual(answer);
      }
    }
    const list = await client.send('GET', calls.listTests.path, { query: { page: 1, pageSize: 500 } });
    const visible = EXECUTION_STATUSES.reduce((sum, status) => sum + countOf(status), 0);
    expect([username, list.headers.get(TOTAL_COUNT_HEADER)]).toEqual([username, String(visible)]);
    expect([username, ((await list.json()) as unknown[]).length]).toEqual([username, visible]);
  }
});

async function insertTestOf(partnerIds: readonly number[], status: (typeof EXECUTION_STATUSES)[number]) {
  const definition = {
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    body: 'Hello',
    partnerIds,
    clientIds: [1],
    officeIds: [1],
    phoneIds: [1],
    pairs: null,
    recurrenceRule: {},
    scheduledAt: null,
    savedBy: null,
    now: clock.now(),
  } as const;
  const { id } = await db.transaction().execute((tx) => insertTest(tx, definition));
  await changeTest(db, id, { execution_status: status });
}
