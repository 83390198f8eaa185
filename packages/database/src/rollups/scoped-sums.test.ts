/** Sums by partner, gateway and office always equal a recount. */
import { type AnalyticsFilter, matchesAnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { losAngelesDayStart } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ALL_PARTNERS, covers, scopeOf } from '../scope/scope.ts';
import {
  AROUND,
  type ChangingMessage,
  changeMessage,
  createMessage,
  fillOffices,
  HOUR_MS,
  keyOf,
  type MessageOrigin,
  randomOrigin,
  randomState,
} from '../testing/changing-messages.ts';
import { countBlocked } from '../testing/count-blocked.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { foldRollupDeltas } from './rollup-fold.ts';
import { type CountedOf, readFindings, readTotals, readTotalsBy, readTotalsByKind } from './rollup-reader.ts';
import { countRollupFaults, rebuildRollups } from './rollup-rebuild.ts';
import { SCOPED_TABLES } from './scoped-sums.ts';

const scopedTables = sql.join(SCOPED_TABLES.map((table) => sql.table(table)));

const database = await createTestDatabase();
const db = database.db;
await fillOffices(db);
afterAll(() => database.drop());
beforeEach(clear);

async function clear(): Promise<void> {
  await sql`truncate messages, message_days, rollup_deltas, hourly_rollups, daily_rollups,
    overall_rollups, rollup_kinds, ${scopedTables}`.execute(db);
}

async function fold(limit = 1_000): Promise<void> {
  await db.transaction().execute((tx) => foldRollupDeltas(tx, 'message sum', { limit, now: Date.now() }));
}

const step = fc.oneof(
  fc.record({ act: fc.constant('create' as const), origin: randomOrigin, state: randomState }),
  fc.record({ act: fc.constant('change' as const), which: fc.nat(), state: randomState }),
  fc.record({ act: fc.constant('fold' as const), limit: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ act: fc.constant('rebuild' as const), which: fc.nat(), state: randomState }),
);

const bound = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: -40, max: 70 }).map((hours) => AROUND + hours * HOUR_MS),
  fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-02').map((date) => losAngelesDayStart(date) ?? 0),
);
const question = fc.record({
  scope: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 4 }))).map(scopeOf),
  of: fc.record<CountedOf>({
    gatewayIds: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 3 })), { nil: undefined }),
    officeIds: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 })), { nil: undefined }),
  }),
  filter: fc.record<AnalyticsFilter>({
    from: bound,
    before: bound,
    partnerId: fc.constantFrom(undefined, undefined, 1, 2),
    carrier: fc.constantFrom(undefined, 'verizon', 'Sprint'),
    status: fc.constantFrom(undefined, 'RECEIVED', 'FAILED'),
    finding: fc.constantFrom(undefined, 'altered', 'not sent'),
  }),
});

test(
  'ACCT-2 sums by scope equal a recount of the messages in it, through random changes',
  async () => {
    const steps = fc.array(step, { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, fc.array(question, { minLength: 4, maxLength: 8 }), async (...given) => {
        const [acts, questions] = given;
        const messages: ChangingMessage[] = [];
        for (const taken of acts) {
          if (taken.act === 'create') {
            messages.push(await createMessage(db, taken));
          } else if (taken.act === 'fold') await fold(taken.limit);
          else {
            // Concurrent with the change, whichever commits first.
            const work = taken.act === 'rebuild' ? rebuildRollups : undefined;
            const at = taken.which % Math.max(1, messages.length);
            const [message] = messages.slice(at);
            const change = message && changeMessage(db, message, taken.state);
            const [changed] = await Promise.all([change, work?.(db)]);
            if (changed !== undefined) messages[at] = changed;
          }
        }
        expect(await countRollupFaults(db)).toBe(0);
        await expectAnswers(messages, questions);
        await fold();
        expect(await db.selectFrom('rollup_deltas').select('id').execute()).toEqual([]);
        expect(await countRollupFaults(db)).toBe(0);
        await expectAnswers(messages, questions);
        await clear();
      }),
      { numRuns: soakTimes(25) },
    );
  },
  soakTimes(120_000),
);

async function expectAnswers(
  messages: readonly ChangingMessage[],
  questions: readonly (typeof question extends fc.Arbitrary<infer T> ? T : never)[],
): Promise<void> {
  for (const { scope, of, filter } of questions) {
    const within = messages.filter(
      (message) => covers(scope, [message.partnerId]) && isOf(message, of) && passes(message, filter),
    );
    const isByHour = [filter.from, filter.before].some(
      (at) => at !== undefined && losAngelesDayStart(losAngelesDate(at)) !== at,
    );
    if (of.officeIds !== undefined && isByHour) {
      await expect(readTotals(db, scope, filter, of)).rejects.toThrow(RangeError);
      continue;
    }
    const totals = totalsOf(within);
    expect(await readTotals(db, scope, filter, of)).toEqual(totals);
    const kinds = await readTotalsByKind(db, scope, filter, of);
    expect(kinds.map(({ carrier, messages: count }) => [carrier, count])).toEqual(
      tally(within, ({ carrier }) => carrier),
    );
    const findings = await readFindings(db, scope, filter, of);
    expect(findings.map(({ finding, messages: count }) => [finding, count])).toEqual(
      tally(within, (message) => keyOf(message).finding),
    );
    const dated = within.map((message) => ({ message, hour: keyOf(message).hour }));
    const days = await readTotalsBy(db, scope, 'day', filter, of);
    expect(days.map(({ group, messages: count }) => [group, count])).toEqual(
      tally(dated, ({ hour }) => (hour === -Infinity ? '-infinity' : losAngelesDate(hour))),
    );
    if (of.officeIds !== undefined) continue;
    const hours = await readTotalsBy(db, scope, 'hour', filter, of);
    expect(hours.reduce((sum, { messages: count }) => sum + count, 0)).toBe(totals.messages);
    expect(new Set(hours.map(({ group }) => group))).toEqual(new Set(dated.map(({ hour }) => hour)));
  }
}

function isOf(message: ChangingMessage, { gatewayIds, officeIds }: CountedOf): boolean {
  const isAmong = (ids: readonly number[] | undefined, id: number) => ids === undefined || ids.includes(id);
  return isAmong(gatewayIds, message.gatewayId) && isAmong(officeIds, message.officeId);
}

/** Bounds that are not midnights are on the hour, like the sums. */
function passes(message: ChangingMessage, filter: AnalyticsFilter): boolean {
  const { hour, status, finding, files: _none, ...key } = keyOf(message);
  const sentAt = hour === -Infinity ? null : hour;
  const { partnerId } = message;
  const at = {
    ...key,
    partnerId,
    fileFinding: null,
    sentAt,
    receivedAt: null,
    status: messageStatusFromRank(status),
  };
  return matchesAnalyticsFilter({ ...at, finding: finding === '' ? null : finding }, filter);
}

function totalsOf(messages: readonly ChangingMessage[]) {
  const received = messages.filter((message) => keyOf(message).received);
  return {
    messages: messages.length,
    received: received.length,
    known: received.length + messages.filter(({ state }) => state === 'refused').length,
    delayMs: received.reduce((sum, { delayMs }) => sum + delayMs, 0),
    delayed: received.length,
    unaltered: messages.filter(({ state }) => state === 'received').length,
    judged: received.length + messages.filter(({ state }) => state === 'refused').length,
    claimed: 0,
    seen: received.length,
    compared: messages.filter((message) => keyOf(message).unaltered !== '').length,
    notReported: 0,
  };
}

function tally<T>(all: readonly T[], nameOf: (one: T) => string): [string, number][] {
  return [...Map.groupBy(all, nameOf)]
    .map(([name, { length }]): [string, number] => [name, length])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

test('the rollups are rebuilt while writers continue', async () => {
  const origin: MessageOrigin = {
    createdAt: AROUND,
    officeId: 3,
    partnerId: 2,
    gatewayId: 2,
    carrier: 'Verizon',
  };
  const message = await createMessage(db, {
    origin,
    state: { state: 'waiting', sentAt: AROUND, delayMs: 0 },
  });
  const rebuilding = await db.transaction().execute(async (tx) => {
    await sql`lock table rollup_kinds in exclusive mode`.execute(tx);
    const rebuild = rebuildRollups(db);
    await expect.poll(() => countBlocked(db), { interval: 1 }).toBeGreaterThan(0);
    // Ends only if nothing waits for the rebuild.
    await changeMessage(db, message, { state: 'altered', sentAt: AROUND, delayMs: 5_000 });
    return { rebuild };
  });
  await rebuilding.rebuild;
  expect(await countRollupFaults(db)).toBe(0);
  await fold();
  expect(await countRollupFaults(db)).toBe(0);
  expect(await readFindings(db, ALL_PARTNERS, {}, { gatewayIds: [2] })).toEqual([
    { finding: 'altered', files: '', messages: 1, senderChanged: 0 },
  ]);
});
