/** The bundle of figures: each equals the answer of its own call, and fails independently. */
import { analyticsCalls } from '@textprobe/contract/analytics';
import { type FigureName, figureWord } from '@textprobe/contract/analytics-bundle';
import { calls } from '@textprobe/contract/calls';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTest } from '../../testing/messages.ts';
import { bothWays, randomFilters } from '../../testing/random-filters.ts';
import { randomMessage, replaceMessages } from '../../testing/random-messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const NAMES = Object.keys(analyticsCalls) as FigureName[];
const ALL = NAMES.map(figureWord).join(',');

const { server, client } = await openTestServer();
const made = await makeTest(server.db, server.clock.now());

/** The answer of a figure's own call; a figure of tests gets only the filters that apply to tests. */
async function alone(name: FigureName, query: Record<string, unknown>): Promise<unknown> {
  const {
    partnerId: _p,
    status: _s,
    carrier: _c,
    finding: _f,
    fileFinding: _ff,
    verdict: _v,
    ...ofTests
  } = query;
  const isOfTests = /^(execut|fully|unexecuted)/.test(name);
  return client.call(analyticsCalls[name], { query: isOfTests ? ofTests : query } as never);
}

test(
  'DATA-10, CALL-18 the bundle answers each figure as its own call does, for the filter and for other periods',
  async () => {
    const now = server.clock.now();
    await fc.assert(
      fc.asyncProperty(fc.array(randomMessage, { maxLength: 40 }), randomFilters, async (messages, given) => {
        await replaceMessages(server.db, { ...made, now }, messages);
        const { query } = bothWays(given, now);
        const days = { startDate: '2026-11-08', endDate: '2026-11-21' };
        const bundle = await client.call(calls.analyticsBundle, {
          query: { ...query, names: ALL, periods: `${days.startDate}..${days.endDate}` } as never,
        });
        const [period] = bundle.periods;
        expect([bundle.failed, period]).toMatchObject([{}, { ...days, failed: {} }]);
        for (const name of NAMES) {
          expect(bundle.figures[figureWord(name)], name).toEqual(await alone(name, query));
          expect(period?.figures[figureWord(name)], name).toEqual(await alone(name, { ...query, ...days }));
        }
      }),
      { numRuns: soakTimes(8) },
    );
  },
  soakTimes(120_000),
);

test('ANALYTICS-11 a figure that fails is missing from the bundle and listed by name, the others remain', async () => {
  const query = { names: 'daily-delivery-rates,message-count', startDate: '1990-01-01' };
  const { figures, failed } = await client.call(calls.analyticsBundle, { query });
  expect(Object.keys(figures)).toEqual(['message-count']);
  expect(failed).toEqual({ 'daily-delivery-rates': expect.stringContaining('Choose at most 3,660 days') });
  // Alone, its error is that of its own call.
  expect(
    await client.problem(calls.analyticsBundle, { query: { ...query, names: 'daily-delivery-rates' } }),
  ).toMatchObject({ status: 400, errors: [{ field: 'startDate' }] });
});

test('ANALYTICS-11 an unreadable table fails only the figures that are read from it', async () => {
  await sql`alter table test_count_deltas rename to test_count_deltas_away`.execute(server.db);
  try {
    const query = { names: 'executing-test-count,message-count' };
    expect(await client.call(calls.analyticsBundle, { query })).toMatchObject({
      figures: { 'message-count': { messageCount: expect.any(Number) } },
      failed: { 'executing-test-count': 'Something went wrong on our side.' },
    });
    expect(await client.refusal(calls.analyticsBundle, { query: { names: 'executing-test-count' } })).toBe(
      '500 server.failed',
    );
  } finally {
    await sql`alter table test_count_deltas_away rename to test_count_deltas`.execute(server.db);
  }
});

test.each([
  ['names', { names: 'message-count,moon-phase' }],
  ['names', { names: '' }],
  ['names', {}],
  ['periods', { names: 'message-count', periods: '2026-11-21' }],
  ['periods', { names: 'message-count', periods: '2026-11-21..2026-02-30' }],
  ['periods', { names: 'message-count', periods: Array(5).fill('2026-11-21..2026-11-21').join(',') }],
  ['phase', { names: 'message-count', phase: 'full' }],
])('CALL-20 a bundle is refused for %s that it cannot honor (%j)', async (field, query) => {
  expect(await client.problem(calls.analyticsBundle, { query: query as never })).toMatchObject({
    status: 400,
    errors: [{ field: expect.stringContaining(field) }],
  });
});
