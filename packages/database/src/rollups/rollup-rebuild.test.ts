import { receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { MESSAGE_STATUSES, messageStatusRank } from '@textprobe/domain/message-status';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { placedMessage } from '../testing/placed-messages.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { countTestsByStatus, countTestsOfKind } from '../tests/status-counts.ts';
import { appendRollupDeltas, type RollupDelta } from './rollup-deltas.ts';
import { foldRollupDeltas } from './rollup-fold.ts';
import { readTotals, readTotalsBy, readTotalsByKind } from './rollup-reader.ts';
import { countRollupFaults, rebuildRollups } from './rollup-rebuild.ts';

/** 00:30 in Los Angeles on the autumn day of 25 hours. */
const AUTUMN = Date.parse('2026-11-01T07:30:00Z');
const HOUR_MS = 3_600_000;

const database = await createTestDatabase();
afterAll(() => database.drop());

async function insertMessages(hours: readonly number[]): Promise<void> {
  await database.db.deleteFrom('messages').execute();
  const rows = hours.map((hour, index) => {
    const at = AUTUMN + hour * HOUR_MS;
    return {
      ...placedMessage(at),
      submitted_at: sqlTime(at),
      evidence: 'receipt' as const,
      carrier: index % 3 === 0 ? 'Verizon' : 'AT&T',
      submission_state: submissionStateRank('accepted'),
      receipt_state: receiptStateRank('delivered'),
      receipt_at: sqlTime(at + 2_000),
      status: messageStatusRank(MESSAGE_STATUSES[index % MESSAGE_STATUSES.length] ?? 'SENT'),
    };
  });
  await database.db.insertInto('messages').values(rows).execute();
}

async function fold(): Promise<void> {
  const of = { limit: 1_000, now: Date.now() };
  for (const kind of ['test sum', 'message sum'] as const) {
    await database.db.transaction().execute((tx) => foldRollupDeltas(tx, kind, of));
  }
}

test('sums by hour, by day in Los Angeles and over all time agree, rebuilt or folded from deltas', async () => {
  await insertMessages(Array.from({ length: 60 }, (_, index) => index - 20));
  expect(await countRollupFaults(database.db)).toBeGreaterThan(0);
  await rebuildRollups(database.db);
  expect(await countRollupFaults(database.db)).toBe(0);

  const hour = AUTUMN - (AUTUMN % HOUR_MS);
  const key = { hour, carrier: 'AT&T', messageType: 'SMS', testType: 'IMMEDIATE' } as const;
  const more: RollupDelta = {
    ...key,
    status: 1,
    received: false,
    finding: '',
    senderChanged: false,
    files: '',
    unaltered: '',
    verdict: 'in transit',
    receipt: 'none',
    messages: 2,
    delayMs: 0,
    delayed: 0,
  };
  await database.db.transaction().execute((tx) => appendRollupDeltas(tx, { keys: [more], offices: [] }));
  // Two deltas without a message, visible both before and after the fold: by hour, by day and over all time.
  expect(await countRollupFaults(database.db)).toBeGreaterThanOrEqual(3);
  const seen = async () => [
    await readTotals(database.db, ALL_PARTNERS),
    await readTotalsBy(database.db, ALL_PARTNERS, 'day'),
    await readTotalsByKind(database.db, ALL_PARTNERS, { status: 'SENT' }),
    await readTotals(database.db, ALL_PARTNERS, { from: hour, before: hour + HOUR_MS }),
  ];
  const before = await seen();
  await fold();
  expect(await database.db.selectFrom('rollup_deltas').select('id').execute()).toEqual([]);
  expect(await seen()).toEqual(before);

  await rebuildRollups(database.db);
  expect(await countRollupFaults(database.db)).toBe(0);
});

test('a day in Los Angeles has 25 hours in autumn, whichever sums answer', async () => {
  // One message an hour, 30 minutes into each.
  await insertMessages(Array.from({ length: 72 }, (_, index) => index - 24));
  await rebuildRollups(database.db);
  const days = await readTotalsBy(database.db, ALL_PARTNERS, 'day');
  expect(days.map(({ group, messages }) => [group, messages])).toEqual([
    ['2026-10-31', 24],
    ['2026-11-01', 25],
    ['2026-11-02', 23],
  ]);
  const from = Date.parse('2026-11-01T07:00:00Z');
  expect(await readTotals(database.db, ALL_PARTNERS, { from, before: from + 25 * HOUR_MS })).toMatchObject({
    messages: 25,
  });
  // Bounds within a day use the hourly sums.
  expect(
    await readTotals(database.db, ALL_PARTNERS, { from: from + HOUR_MS, before: from + 3 * HOUR_MS }),
  ).toMatchObject({
    messages: 2,
  });
});

test('tests are counted as they are created, changed and deleted, folded or not', async () => {
  await database.db.deleteFrom('tests').execute();
  const statuses = fc.constantFrom(...EXECUTION_STATUSES);
  const dayOrNone = fc.constantFrom(undefined, '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02');
  const step = fc.record({
    act: fc.constantFrom('insert' as const, 'update' as const, 'delete' as const, 'fold' as const),
    status: statuses,
    testType: fc.constantFrom('IMMEDIATE' as const, 'RECURRING' as const),
    reason: fc.constantFrom(null, 'no outcome known'),
    which: fc.nat(20),
    // Across the midnights around 11/01/2026 in Los Angeles.
    hour: fc.integer({ min: -30, max: 60 }),
    dates: fc.tuple(dayOrNone, dayOrNone),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      for (const { act, status, testType, reason, which, hour, dates } of steps) {
        const state = { execution_status: status, test_type: testType, status_reason: reason };
        const tests = await database.db.selectFrom('tests').select('id').orderBy('id').execute();
        const id = tests[which % Math.max(1, tests.length)]?.id ?? 0;
        if (act === 'fold') await fold();
        if (act === 'insert') await insertTest(state, AUTUMN + hour * HOUR_MS);
        if (act === 'update')
          await database.db.updateTable('tests').set(state).where('id', '=', id).execute();
        if (act === 'delete') await database.db.deleteFrom('tests').where('id', '=', id).execute();
        const [firstDay, lastDay] = dates;
        const within = (await database.db.selectFrom('tests').selectAll().execute()).filter((test) => {
          const day = losAngelesDate(test.created_at);
          return day >= (firstDay ?? day) && day <= (lastDay ?? day) && test.test_type === testType;
        });
        const dated = await countTestsByStatus(database.db, ALL_PARTNERS, { firstDay, lastDay, testType });
        expect(Object.fromEntries(dated.map((one) => [one.status, one.tests]))).toEqual(
          Object.fromEntries(
            [...Map.groupBy(within, (test) => test.execution_status)].map(([name, all]) => [
              name,
              all.length,
            ]),
          ),
        );
      }
      const rows = await database.db.selectFrom('tests').selectAll().execute();
      const recurring = rows.filter(({ test_type }) => test_type === 'RECURRING');
      expect(await countTestsOfKind(database.db, ALL_PARTNERS, { testType: 'RECURRING' })).toBe(
        recurring.length,
      );
      const counted = await countTestsByStatus(database.db, ALL_PARTNERS, {});
      const failed = rows.filter(({ execution_status }) => execution_status === 'FAILED');
      expect(counted.find(({ status }) => status === 'FAILED') ?? { tests: 0, unknown: 0 }).toMatchObject({
        tests: failed.length,
        unknown: failed.filter(({ status_reason }) => status_reason !== null).length,
      });
      expect(counted.reduce((sum, { tests }) => sum + tests, 0)).toBe(rows.length);
      await fold();
      expect(await differingTestSums()).toEqual([]);
    }),
    { numRuns: soakTimes(20) },
  );
}, 60_000);

/** Differences between the folded sums of tests by day and the totals. */
async function differingTestSums(): Promise<unknown[]> {
  const key = sql`execution_status, test_type, status_reason`;
  const { rows } = await sql`
    select ${key}, sum(tests) from (
      select ${key}, tests from daily_test_counts union all select ${key}, -tests from test_counts) stored
    group by ${key} having sum(tests) <> 0`.execute(database.db);
  return rows;
}

async function insertTest(
  state: {
    execution_status: (typeof EXECUTION_STATUSES)[number];
    test_type: 'IMMEDIATE' | 'RECURRING';
    status_reason: string | null;
  },
  at: number,
): Promise<void> {
  const lists = { partner_ids: [], client_ids: [], office_ids: [], phone_ids: [] };
  const times = { created_at: sqlTime(at), updated_at: sqlTime(at) };
  await database.db
    .insertInto('tests')
    .values({ ...state, ...lists, ...times, message_type: 'SMS', body: 'Hello' })
    .execute();
}
