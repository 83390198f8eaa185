/** The runs of a test over HTTP: in its report, and by page. */
import { calls } from '@textprobe/contract/calls';
import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { REPORT_RUN_LIMIT } from '@textprobe/contract/schedules';
import { sqlTime } from '@textprobe/database/core/connection';
import { insertDueRuns } from '@textprobe/database/schedules/due-tests';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { expect, test } from 'vitest';
import { changeTest, makeMessage } from '../../testing/messages.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { createTest, listTests, report, testRuns } = calls;
const DAY_MS = 24 * 3_600_000;
const rule = { interval: 1, frequency: 'days', start_date: '2026-11-01', time: '10:30' };

const { server, client } = await openTestServer();
await server.db.insertInto('gateways').values({ name: 'Lab', kind: 'smpp', is_default: true }).execute();

/** A recurring test with runs of the given statuses, a day apart, the last one now. */
async function makeRuns(...statuses: ('EXECUTING' | 'WAITING' | 'MISSED' | 'SKIPPED')[]) {
  const { testId } = await client.call(createTest, {
    body: { ...PAYLOAD, testType: 'RECURRING', recurrenceRule: rule },
  });
  const now = server.clock.now();
  const runs = statuses.map((status, index) => {
    return { testId, status, dueAt: now - (statuses.length - 1 - index) * DAY_MS };
  });
  await server.db
    .transaction()
    .execute((tx) => insertDueRuns(tx, runs, { deadlineMs: 60_000, now: now - statuses.length * DAY_MS }));
  const rows = await server.db
    .selectFrom('runs')
    .select('id')
    .where('test_id', '=', testId)
    .orderBy('due_at')
    .execute();
  return { testId, runIds: rows.map((row) => row.id), now };
}

test('EVIDENCE-6 the list has the last 20 runs of a recurring test, newest first, and none of any other', async () => {
  const { testId, runIds } = await makeRuns(
    ...Array.from({ length: 21 }, () => 'MISSED' as const),
    'WAITING',
  );
  const { testId: immediate } = await client.call(createTest, { body: PAYLOAD });
  const listed = new Map((await client.call(listTests)).map((one) => [one.testId, one.recentRuns]));
  expect(listed.get(testId)?.map(({ runId }) => runId)).toEqual(runIds.toReversed().slice(0, 20));
  expect(
    listed
      .get(testId)
      ?.slice(0, 2)
      .map(({ status }) => status),
  ).toEqual(['WAITING', 'MISSED']);
  expect(listed.get(immediate)).toEqual([]);
});

test('CALL-19 the report has the runs of a test, newest first, including those that sent nothing', async () => {
  const { testId, runIds, now } = await makeRuns('MISSED', 'EXECUTING', 'SKIPPED');
  const [, runId = 0] = runIds;
  await makeMessage(server.db, { testId, runId, at: now }, 'received');
  await makeMessage(server.db, { testId, runId, at: now }, 'rejected');
  const { runs, runCount, upcoming, testLogs } = await client.call(report, { query: { testId } });
  expect(runs.map((run) => run.runId)).toEqual(runIds.toReversed());
  expect(runs.map(({ status, reason }) => ({ status, reason }))).toEqual([
    { status: 'SKIPPED', reason: 'skipped: the previous run was still open' },
    { status: 'EXECUTING', reason: null },
    { status: 'MISSED', reason: 'missed: no worker was running when it was due' },
  ]);
  expect(runs[0]?.dueAt).toBe(formatLosAngeles(now));
  expect(runs[1]?.messages).toEqual({ total: 6, settled: 2, received: 1, known: 2 });
  expect(runs[2]?.messages).toEqual({ total: 0, settled: 0, received: 0, known: 0 });
  expect(runCount).toBe(3);
  expect(upcoming).toHaveLength(10);
  expect(testLogs.map((log) => log.runId)).toEqual([runId, runId]);
});

test('REPORT-7 the report can be limited to one run: its logs and their rate', async () => {
  const { testId, runIds, now } = await makeRuns('EXECUTING', 'EXECUTING');
  const [first = 0, second = 0] = runIds;
  await makeMessage(server.db, { testId, runId: first, at: now }, 'rejected');
  const { id } = await makeMessage(server.db, { testId, runId: second, at: now }, 'received');
  const chosen = await client.call(report, { query: { testId, runId: second } });
  expect(chosen.testLogs.map((log) => log.testLogID)).toEqual([id]);
  expect(chosen).toMatchObject({ testLogCount: 1, rate: { received: 1, known: 1, deliveryRate: 100 } });
  expect(chosen.runs).toHaveLength(2);
  const all = await client.call(report, { query: { testId } });
  expect(all).toMatchObject({ testLogCount: 2, rate: { deliveryRate: 50 } });
});

test('CALL-19 a run of another test is 404', async () => {
  const one = await makeRuns('EXECUTING');
  const other = await makeRuns('EXECUTING');
  const query = { testId: one.testId, runId: other.runIds[0] ?? 0 };
  expect(await client.refusal(report, { query })).toBe('404 run.unknown');
});

test('CALL-19 a scheduled test has one upcoming occurrence, an ended one none', async () => {
  const later = server.clock.now() + 30 * DAY_MS;
  const { testId } = await client.call(createTest, {
    body: { ...PAYLOAD, testType: 'SCHEDULED', scheduledTimestamp: formatLosAngeles(later) },
  });
  const { upcoming } = await client.call(report, { query: { testId } });
  expect(upcoming).toEqual([{ at: formatLosAngeles(later), note: null }]);
  await changeTest(server.db, testId, { next_due: null });
  expect((await client.call(report, { query: { testId } })).upcoming).toEqual([]);
});

test('the runs of a test are paged, each exactly once', async () => {
  const { testId, runIds } = await makeRuns(...Array.from({ length: 230 }, () => 'MISSED' as const));
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = cursor === null ? { testId } : { testId, cursor };
    const response = await client.send('GET', testRuns.path, { query });
    expect(response.headers.get(TOTAL_COUNT_HEADER)).toBe('230');
    const page = testRuns.answer.parse(await response.json());
    expect(page.length).toBeLessThanOrEqual(REPORT_RUN_LIMIT);
    seen.push(...page.map((run) => run.runId));
    cursor = response.headers.get(NEXT_CURSOR_HEADER);
  } while (cursor !== null);
  expect(seen).toEqual(runIds.toReversed());
  const first = await client.call(report, { query: { testId } });
  expect(first.runs).toHaveLength(REPORT_RUN_LIMIT);
  expect(first.runCount).toBe(230);
});

test('the runs of an unknown test are 404, and an invalid cursor is 400', async () => {
  expect(await client.problem(testRuns, { query: { testId: 999_999 } })).toMatchObject({ status: 404 });
  const { testId } = await makeRuns('MISSED');
  expect(await client.problem(testRuns, { query: { testId, cursor: 'x' } })).toMatchObject({
    status: 400,
    errors: [{ field: 'cursor' }],
  });
});

test('LIST-3 a test whose last occurrence has begun is no longer recurring', async () => {
  const { testId } = await makeRuns('EXECUTING');
  const soon = sqlTime(server.clock.now() + DAY_MS);
  await changeTest(server.db, testId, { next_due: soon });
  expect((await client.call(report, { query: { testId } })).test.recurrenceActive).toBe(true);
  await changeTest(server.db, testId, { next_due: null });
  expect((await client.call(report, { query: { testId } })).test.recurrenceActive).toBe(false);
});
