/** No query about a message or a test scans a month of messages, whatever the statistics say. */
import { spellMessageCode } from '@textprobe/domain/message-code';
import { monthIndexOf, startOfMonth } from '@textprobe/domain/utc-month';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMessage, listMessages, listMessagesOfTest, streamMessages } from '../message-log/message-log.ts';
import { rebuildRollups } from '../rollups/rollup-rebuild.ts';
import { listRunsOfTest } from '../runs/run-list.ts';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { placeMessages, placeRuns } from '../testing/chunked-messages.ts';
import { recordPlans } from '../testing/explain-plans.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { readBacklog } from '../upkeep/backlog.ts';
import { endDeadlines, endLeases, takeStaleClaims } from './claim-endings.ts';
import { findAwaited } from './held-messages.ts';
import { findClaims } from './message-claims.ts';
import { openMessageCodes } from './message-codes.ts';
import { takeExpired, takeOverdue } from './message-deadlines.ts';
import { lockMessages } from './message-ledgers.ts';
import { findMessagesByCode } from './messages-by-code.ts';
import { countOutcomesOfTest } from './messages-of-test.ts';

const MONTH = monthIndexOf(realClock.now());
const NOW = startOfMonth(MONTH) + 1_000_000;
const LEAF = `messages_${new Date(NOW).toISOString().slice(0, 7).replace('-', '_')}`;
/** Test 1 has one large run, test 2 many of one message each; claims hold some of the first. */
const LARGE = 20_000;
const SMALL = 3_000;

const database = await createTestDatabase();
const codes = await openMessageCodes(database.db);
const recorder = recordPlans(database.db);
afterAll(() => database.drop());

async function fill(): Promise<void> {
  const { db } = database;
  const runs = Array.from({ length: SMALL }, (_, n) => ({
    id: 2 + n,
    testId: 2,
    createdAt: NOW + n,
    closedAt: NOW + n + 10,
  }));
  await placeRuns(db, [1, 2], [{ id: 1, testId: 1, createdAt: NOW, closedAt: null }, ...runs]);
  const large = { testId: 1, runId: 1, createdAt: NOW, count: 1_000 };
  await placeMessages(db, [
    ...Array.from({ length: LARGE / 1_000 }, (_, n) => ({ ...large, firstId: 1 + n * 1_000 })),
    ...runs.map(({ id: runId, testId, createdAt }, n) => ({
      testId,
      runId,
      createdAt,
      firstId: LARGE + 1 + n,
      count: 1,
    })),
  ]);
  await sql`truncate claims`.execute(db);
  await sql`
    insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, lease_until, deadline_at)
    select 1 + n * 1000, 1000, 1, to_timestamp(${NOW}::float8 / 1000), 1, 'w', now(), now() - interval '1 s', now() - interval '1 s'
    from generate_series(0, 4) n`.execute(db);
  await rebuildRollups(db);
}

const statistics = {
  'that are current': async () => {
    await fill();
    await sql`vacuum analyze`.execute(database.db);
  },
  'from before any message': async () => {
    await sql`truncate messages, chunks, claims, runs cascade`.execute(database.db);
    await sql`vacuum analyze`.execute(database.db);
    await fill();
  },
  'from when there was one run of one instant': async () => {
    await fill();
    await sql`delete from messages where test_id = 2`.execute(database.db);
    await sql`vacuum analyze`.execute(database.db);
    await fill();
  },
};

/** Each runs the query as the program does. */
const questions: Record<string, () => Promise<unknown>> = {
  'a message by its id': () => findMessage(recorder.db, ALL_PARTNERS, codes, 12_345),
  'messages by their codes': () =>
    recorder.db.transaction().execute((tx) => {
      const keys = Array.from({ length: 200 }, (_, n) => ({ id: 1 + n * 100, createdAt: NOW }));
      const of = { preference: 0, phoneId: null, partnerIds: null, monthIndex: MONTH };
      const found = codes.codesOf(keys).map((code, arrival) => ({ ...of, code, arrival }));
      return findMessagesByCode(tx, codes, found);
    }),
  'messages by their keys': () =>
    recorder.db.transaction().execute((tx) => lockMessages(tx, [{ id: 7, createdAt: NOW }])),
  'the first page of a large run': () =>
    listMessagesOfTest(recorder.db, ALL_PARTNERS, codes, 1, { limit: 100, runId: 1 }),
  'the first page of many small runs': () =>
    listMessagesOfTest(recorder.db, ALL_PARTNERS, codes, 2, { limit: 100 }),
  'a page of one of many small runs': () =>
    listMessagesOfTest(recorder.db, ALL_PARTNERS, codes, 2, { limit: 100, runId: 5 }),
  'a page in the middle': () =>
    listMessagesOfTest(recorder.db, ALL_PARTNERS, codes, 1, {
      limit: 100,
      before: { id: 10_500, createdAt: NOW },
    }),
  'the refused messages of a test': async () => {
    const stream = streamMessages(recorder.db, ALL_PARTNERS, codes, { testId: 2, status: 'FAILED' }, 100);
    await stream.next();
  },
  'the figures of a test': () => countOutcomesOfTest(recorder.db, ALL_PARTNERS, 2),
  'the figures of a run': () => countOutcomesOfTest(recorder.db, ALL_PARTNERS, 2, 7),
  'the runs of a test': () => listRunsOfTest(recorder.db, ALL_PARTNERS, 2, { limit: 50 }),
  'the newest messages': () => listMessages(recorder.db, ALL_PARTNERS, codes, { pageSize: 50 }),
  'the newest messages of a partner': () =>
    listMessages(recorder.db, ALL_PARTNERS, codes, {
      pageSize: 50,
      filter: { partnerId: 1, carrier: 'AT&T' },
    }),
  'a page in the middle of all messages': () =>
    listMessages(recorder.db, ALL_PARTNERS, codes, { pageSize: 50, cursor: { id: 9_000, createdAt: NOW } }),
  'claims whose lease has ended': () =>
    recorder.db.transaction().execute(async (tx) => {
      await takeStaleClaims(tx, { limit: 10, now: realClock.now() });
      await endLeases(tx, 0);
    }),
  'claims whose deadline has come': () =>
    recorder.db.transaction().execute(async (tx) => {
      await takeOverdue(tx, { limit: 10, now: realClock.now() });
      await takeExpired(tx, { limit: 10, now: realClock.now() });
      await endDeadlines(tx, realClock.now());
    }),
  'claims in doubt': async () => {
    await findClaims(recorder.db, { gatewayId: 1, workerId: 'w', claimedAt: [NOW] });
    await recorder.db.transaction().execute((tx) => findAwaited(tx, [{ gatewayId: 1, recipient: null }], []));
  },
  'the number of claimed messages': () =>
    readBacklog(recorder.db, { now: realClock.now(), offlineAfterMs: 1_000 }),
};

describe.each(Object.keys(statistics))('with statistics %s', (state) => {
  beforeAll(() => statistics[state as keyof typeof statistics]());

  test.each(Object.keys(questions))('%s', async (question) => {
    await recorder.take();
    await questions[question]?.();
    const plans = await recorder.take();
    const ofLeaf = plans.filter((line) => line.includes(` on ${LEAF} `) || line.includes(` on ${LEAF}_`));
    expect(ofLeaf.length).toBeGreaterThan(0);
    expect(ofLeaf.filter((line) => line.includes('Seq Scan'))).toEqual([]);
    // Newest first is the key in reverse: no run is sorted for its first page.
    expect(plans.filter((line) => /Incremental Sort/u.test(line))).toEqual([]);
  });
});

test('an unknown code costs one lookup in the chunks, and reads no message', async () => {
  const wanted = Array.from({ length: 20 }, (_, arrival) => ({
    arrival,
    preference: 0,
    phoneId: null,
    partnerIds: null,
    monthIndex: MONTH,
    code: spellMessageCode(1_000_003 * (arrival + 1), MONTH),
  }));
  expect(codes.idsOf(wanted).every((id) => id > LARGE + SMALL)).toBe(true);
  await recorder.take();
  const found = await recorder.db.transaction().execute((tx) => findMessagesByCode(tx, codes, wanted));
  expect(found).toEqual([]);
  const plans = await recorder.take('(analyze, timing off, costs off)');
  const touched = plans.filter((line) => line.includes(`_pkey on ${LEAF}`));
  expect(touched).not.toEqual([]);
  expect(touched.every((line) => line.includes('never executed'))).toBe(true);

  await findMessage(recorder.db, ALL_PARTNERS, codes, LARGE + SMALL + 1);
  expect((await recorder.take()).filter((line) => line.includes('messages'))).toEqual([]);
});
