/** What was never sent is counted apart from 0019 on, of the messages of before too. */
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCarryOver } from '../carry-over/run-steps.ts';
import { silentLog } from '../log.ts';
import { migrateToLatest, migrations } from '../migrate.ts';
import { foldRollupDeltas } from '../rollups/rollup-fold.ts';
import { readFindings, readTotals, readTotalsBy } from '../rollups/rollup-reader.ts';
import { countRollupFaults } from '../rollups/rollup-rebuild.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo('0018-confirmed-by');
  expect(error).toBeUndefined();
});
afterAll(() => database.drop());

/** Messages that ended in one way. `run`: its number in {@link RUNS}. */
interface Ended {
  readonly run: number;
  readonly count: number;
  readonly carrier?: string;
  readonly submission: Parameters<typeof submissionStateRank>[0];
  readonly receipt?: Parameters<typeof receiptStateRank>[0];
  readonly status: Parameters<typeof messageStatusRank>[0];
  readonly sent?: boolean;
}
const NEVER_SENT = { submission: 'expired', status: 'FAILED' } as const;
const ARRIVED = { submission: 'accepted', receipt: 'delivered', status: 'DELIVERED', sent: true } as const;

/** Each run with its test, and what the two said. */
const RUNS = [
  { of: 'nothing but what was never sent', test: 1, status: 'FAILED', reason: null, due: 1 },
  { of: 'some that arrived, some never sent', test: 2, status: 'PARTIALLY_DELIVERED', reason: null, due: 1 },
  { of: 'some refused, some never sent', test: 3, status: 'FAILED', reason: null, due: 1 },
  {
    of: 'nothing but what was never sent, but a later one arrived',
    test: 4,
    status: 'FAILED',
    reason: null,
    due: 1,
  },
  { of: 'the later one', test: 4, status: 'DELIVERED', reason: null, due: 2 },
  { of: 'no outcome known', test: 5, status: 'FAILED', reason: 'no outcome known', due: 1 },
] as const;
const TESTS = ['FAILED', 'PARTIALLY_DELIVERED', 'FAILED', 'DELIVERED', 'FAILED'] as const;

const MESSAGES: readonly Ended[] = [
  { run: 0, count: 5, ...NEVER_SENT },
  { run: 0, count: 2, ...NEVER_SENT, carrier: 'Verizon' },
  { run: 1, count: 3, ...NEVER_SENT },
  { run: 1, count: 4, ...ARRIVED },
  { run: 2, count: 1, ...NEVER_SENT },
  { run: 2, count: 6, submission: 'rejected', status: 'FAILED' },
  { run: 3, count: 2, ...NEVER_SENT, carrier: 'Verizon' },
  { run: 4, count: 3, ...ARRIVED },
  // A late receipt: the carrier had it after all.
  { run: 5, count: 1, submission: 'expired', receipt: 'delivered', status: 'DELIVERED' },
  { run: 5, count: 1, submission: 'expired', receipt: 'failed', status: 'FAILED' },
  { run: 5, count: 2, submission: 'unknown', status: 'UNKNOWN', sent: true },
];

const SENT_AT = '2026-11-20T10:15:00Z';

/** As the version before left them: of the one half the sums are folded, of the other they wait as deltas. */
async function fillAsBefore(): Promise<void> {
  const { db } = database;
  for (const [index, status] of TESTS.entries()) {
    const reason = RUNS.find((run) => run.test === index + 1)?.reason ?? null;
    await sql`
      insert into tests (id, test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids,
        execution_status, status_reason, created_at, updated_at)
      values (${index + 1}, 'IMMEDIATE', 'SMS', 'Hello', '{}', '{}', '{}', '{}', ${status}, ${reason}, ${SENT_AT}, ${SENT_AT})`.execute(
      db,
    );
  }
  for (const [index, { test: testId, status, reason, due }] of RUNS.entries()) {
    const total = MESSAGES.filter(({ run }) => run === index).reduce((sum, { count }) => sum + count, 0);
    await sql`
      insert into runs (id, test_id, due_at, created_at, deadline_ms, message_total, messages_created, status,
        status_reason, closed_at)
      values (${index + 1}, ${testId}, ${SENT_AT}::timestamptz + ${due} * interval '1 hour', ${SENT_AT}, 60000, ${total},
        ${total}, ${status}, ${reason}, ${SENT_AT})`.execute(db);
  }
  for (const [index, ended] of MESSAGES.entries()) {
    const { run, count, carrier = 'AT&T', submission, receipt = 'none', status, sent = false } = ended;
    await sql`
      insert into messages (created_at, run_id, test_id, office_id, phone_id, gateway_id, message_type, test_type, carrier,
        evidence, code, sender, recipient, submission_state, submitted_at, next_attempt_at, receipt_state, receipt_at,
        deadline_ms, deadline_at, deadline_passed, status, settled_at)
      select ${SENT_AT}, ${run + 1}, ${RUNS[run]?.test}, 1, 1, 1, 'SMS', 'IMMEDIATE', ${carrier}, 'handset',
        ${`C${index}-`} || number, '+1', '+1', ${submissionStateRank(submission)},
        case when ${sent} then ${SENT_AT}::timestamptz end, ${SENT_AT}, ${receiptStateRank(receipt)},
        case when ${receipt !== 'none'} then ${SENT_AT}::timestamptz + interval '2 seconds' end, 60000, ${SENT_AT}, true,
        ${messageStatusRank(status)}, ${SENT_AT}
      from generate_series(1, ${count}) as number`.execute(db);
  }
  const key = sql`carrier, message_type, test_type, status, received, finding, sender_changed`;
  const counted = (half: number) => sql`
    select coalesce(date_trunc('hour', submitted_at, 'UTC'), '-infinity') as hour, carrier, message_type, test_type,
      status, false as received, '' as finding, false as sender_changed, count(*) as messages, 0 as delay_ms,
      0 as delayed
    from messages where id % 2 = ${half} group by 1, 2, 3, 4, 5`;
  await sql`insert into hourly_rollups (hour, ${key}, messages, delay_ms, delayed) ${counted(0)}`.execute(db);
  await sql`insert into daily_rollups (day, ${key}, messages, delay_ms, delayed)
    select (hour at time zone 'America/Los_Angeles')::date, ${key}, sum(messages), 0, 0 from hourly_rollups
    group by 1, ${key}`.execute(db);
  await sql`insert into overall_rollups (${key}, messages, delay_ms, delayed)
    select ${key}, sum(messages), 0, 0 from hourly_rollups group by ${key}`.execute(db);
  await sql`insert into rollup_deltas (hour, ${key}, messages, delay_ms, delayed) ${counted(1)}`.execute(db);
}

test('GUARD-8 an update counts apart what was never sent before it, and the sums agree with the messages', async () => {
  const { db } = database;
  await fillAsBefore();
  expect(await migrateToLatest(db)).toContain('0019-send-expiry');
  await runCarryOver({ db, clock: realClock, log: silentLog });

  const told = async () => ({
    findings: await readFindings(db),
    totals: await readTotals(db),
    carriers: (await readTotalsBy(db, 'carrier')).map(({ group, messages, known }) => [
      group,
      messages,
      known,
    ]),
    faults: await countRollupFaults(db),
  });
  const expected = {
    findings: [
      { finding: '', messages: 17, senderChanged: 0 },
      { finding: 'not sent', messages: 13, senderChanged: 0 },
    ],
    // Known: 7 that arrived by their receipt, 6 refused, and the 2 of which a late receipt spoke.
    totals: expect.objectContaining({ messages: 30, known: 15 }),
    carriers: [
      ['AT&T', 26, 15],
      ['Verizon', 4, 0],
    ],
    faults: 0,
  };
  expect(await told()).toEqual(expected);
  for (const kind of ['test sum', 'message sum'] as const) {
    await db.transaction().execute((tx) => foldRollupDeltas(tx, kind, { limit: 1_000, now: Date.now() }));
  }
  expect(await db.selectFrom('rollup_deltas').select('id').execute()).toEqual([]);
  expect(await told()).toEqual(expected);

  const runs = await db.selectFrom('runs').select(['id', 'status_reason']).orderBy('id').execute();
  expect(runs.map(({ status_reason }) => status_reason)).toEqual([
    'not sent',
    null,
    null,
    'not sent',
    null,
    'no outcome known',
  ]);
  const tests = await db.selectFrom('tests').select('status_reason').orderBy('id').execute();
  expect(tests.map(({ status_reason }) => status_reason)).toEqual([
    'not sent',
    null,
    null,
    null,
    'no outcome known',
  ]);
});
