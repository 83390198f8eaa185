/** Daily limits of partners and accounts over HTTP (ACCT-11). */
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { sqlTime } from '@textprobe/database/core/connection';
import { insertDueRuns } from '@textprobe/database/schedules/due-tests';
import { expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import type { TestClient } from '../../testing/test-client.ts';
import {
  fillDirectory,
  PASSWORD,
  startTestServer,
  type TestServer,
  USERNAME,
} from '../../testing/test-server.ts';

const HOUR = 3_600_000;
/** PAYLOAD sends 6 messages for partner 1. */
const MESSAGES = 6;
const EVENING = Date.parse('2026-11-21T20:48:00-08:00');

async function limitedServer(limits: { partner?: number; account?: number }) {
  const server = await startTestServer({ now: EVENING });
  await fillDirectory(server.db);
  await server.db
    .updateTable('partners')
    .set({ limit_per_day: limits.partner ?? null })
    .where('id', '=', 1)
    .execute();
  await server.db
    .updateTable('accounts')
    .set({ limit_per_day: limits.account ?? null })
    .execute();
  return server;
}

async function countTests({ db }: TestServer): Promise<number> {
  const { count } = await db
    .selectFrom('tests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('ACCT-11 a test over the limit of its partner is refused, with what is left and when it resets', async () => {
  await using server = await limitedServer({ partner: 2 * MESSAGES - 1 });
  const client = await server.operator();
  await client.call(calls.createTest, { body: PAYLOAD });
  const message =
    'This test would send 6 messages for Acorn; 5 are left today (limit 11 a day). ' +
    'The limit resets at midnight Los Angeles time, in 3 h 12 min.';
  const problem = await client.problem(calls.createTest, { body: PAYLOAD });
  expect(problem).toMatchObject({
    status: 422,
    code: 'limit.reached',
    detail: message,
    errors: [{ field: 'officeIDs', code: 'limit.reached', message }],
    limit: { partnerID: 1, limitPerDay: 11, left: 5, resetAt: '2026-11-22T00:00:00.000-08:00' },
  });
  expect(await countTests(server)).toBe(1);
  expect((await client.call(calls.profile)).limits.partners).toEqual([
    { partnerId: 1, limitPerDay: 11, left: 5 },
  ]);
});

test('ACCT-11 pairs over several partners count for each partner by its own offices', async () => {
  await using server = await limitedServer({ partner: 3 });
  const client = await server.operator();
  // Offices 1 and 5 belong to the partners 1 and 2.
  const pairs = [
    [1, 1],
    [1, 2],
    [5, 1],
    [5, 2],
    [5, 3],
  ].map(([officeID, phoneID]) => ({ officeID, phoneID }));
  const body = { ...PAYLOAD, officeIDs: [], phoneIDs: [], clientIDs: [], pairs };
  await client.call(calls.createTest, { body });
  const all = { ...PAYLOAD, clientIDs: [], officeIDs: [1, 5], phoneIDs: [1] };
  await client.call(calls.createTest, { body: all });
  const problem = await client.problem(calls.createTest, { body: { ...body, pairs: pairs.slice(0, 1) } });
  expect(problem).toMatchObject({ limit: { partnerID: 1, left: 0 }, errors: [{ field: 'pairs' }] });
});

/** An operator without a limit. */
async function logInVera(server: TestServer): Promise<TestClient> {
  await createAccount(server.db, {
    username: 'vera',
    role: 'operator',
    passwordHash: await hashPassword(PASSWORD),
    createdAt: EVENING,
  });
  const vera = server.visitor();
  await vera.login('vera', PASSWORD);
  return vera;
}

test('ACCT-11 the limit of an account counts its own tests only', async () => {
  await using server = await limitedServer({ account: MESSAGES });
  const client = await server.operator();
  const vera = await logInVera(server);
  await vera.call(calls.createTest, { body: PAYLOAD });
  await client.call(calls.createTest, { body: PAYLOAD });
  const problem = await client.problem(calls.createTest, { body: PAYLOAD });
  expect(problem).toMatchObject({ code: 'limit.reached', limit: { partnerID: null, left: 0 } });
  expect(problem.detail).toContain('6 messages for your account; 0 are left today (limit 6 a day)');
  await vera.call(calls.createTest, { body: PAYLOAD });
  expect((await client.call(calls.profile)).limits.account).toEqual({ limitPerDay: MESSAGES, left: 0 });
  expect((await vera.call(calls.profile)).limits.account).toBeNull();
});

const SCHEDULED = { testType: 'SCHEDULED', scheduledTimestamp: '2026-11-21T22:00:00.000-08:00' };

/** The same test as an update sends it. */
function updateOf(testId: number, changes: object) {
  const { partnerIDs: _, ...rest } = PAYLOAD;
  return { ...rest, testId, partnerID: 1, ...changes };
}

test('ACCT-11 an update that sends at once counts for the account that makes it, not the one that created the test', async () => {
  await using server = await limitedServer({ account: 2 * MESSAGES });
  const client = await server.operator();
  const vera = await logInVera(server);
  const { testId } = await vera.call(calls.createTest, { body: { ...PAYLOAD, ...SCHEDULED } });
  await client.call(calls.updateTest, { body: updateOf(testId, {}) });
  expect((await client.call(calls.profile)).limits.account).toMatchObject({ left: MESSAGES });
  await server.db
    .updateTable('accounts')
    .set({ limit_per_day: 0 })
    .where('username', '=', USERNAME)
    .execute();
  const other = await vera.call(calls.createTest, { body: { ...PAYLOAD, ...SCHEDULED } });
  const problem = await client.problem(calls.updateTest, { body: updateOf(other.testId, {}) });
  expect(problem).toMatchObject({ code: 'limit.reached', limit: { partnerID: null, left: 0 } });
  expect(problem.detail).toContain('6 messages for your account; 0 are left today');
  await vera.call(calls.updateTest, { body: updateOf(other.testId, {}) });
});

test('ACCT-11 a due run counts for the account that last saved its test, even if that was disabled', async () => {
  await using server = await limitedServer({ account: 0 });
  const client = await server.operator();
  const vera = await logInVera(server);
  const body = { ...PAYLOAD, ...SCHEDULED };
  const changed = await vera.call(calls.createTest, { body });
  await client.call(calls.updateTest, { body: updateOf(changed.testId, SCHEDULED) });
  const takenOver = await client.call(calls.createTest, { body });
  await vera.call(calls.updateTest, { body: updateOf(takenOver.testId, SCHEDULED) });
  await server.db
    .updateTable('accounts')
    .set({ disabled_at: sqlTime(EVENING) })
    .where('username', '=', USERNAME)
    .execute();
  const dueAt = Date.parse(SCHEDULED.scheduledTimestamp);
  const runs = [changed, takenOver].map(({ testId }) => ({ testId, dueAt, status: 'EXECUTING' as const }));
  const started = await server.db
    .transaction()
    .execute((tx) => insertDueRuns(tx, runs, { deadlineMs: 60_000, now: dueAt }));
  expect(started.begun.map(({ testId }) => testId)).toEqual([takenOver.testId]);
  expect(started.overLimit.map(({ testId }) => testId)).toEqual([changed.testId]);
});

test('ACCT-11 an update that moves a test to another partner counts for that partner', async () => {
  await using server = await limitedServer({});
  await server.db.updateTable('partners').set({ limit_per_day: 2 }).where('id', '=', 2).execute();
  const client = await server.operator();
  const { testId } = await client.call(calls.createTest, { body: { ...PAYLOAD, ...SCHEDULED } });
  const moved = { clientIDs: [], officeIDs: [5], partnerID: 2 };
  const problem = await client.problem(calls.updateTest, { body: updateOf(testId, moved) });
  expect(problem).toMatchObject({ code: 'limit.reached', limit: { partnerID: 2, left: 2 } });
});

test('ACCT-2 an account sees the limits of its own partners only', async () => {
  await using server = await limitedServer({ partner: 5 });
  await server.db.updateTable('partners').set({ limit_per_day: 7 }).where('id', '=', 2).execute();
  const client = await server.operator();
  await server.db
    .updateTable('accounts')
    .set({ role: 'viewer', partner_ids: [2] })
    .execute();
  const { limits } = await client.call(calls.profile);
  expect(limits.partners).toEqual([{ partnerId: 2, limitPerDay: 7, left: 7 }]);
});

test('ACCT-11 tests created at once never exceed the limit together', async () => {
  await using server = await limitedServer({ partner: 3 * MESSAGES + 1, account: 5 * MESSAGES });
  const client = await server.operator();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => client.send('POST', calls.createTest.path, { body: PAYLOAD })),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([...Array(3).fill(201), ...Array(9).fill(422)]);
  expect(await countTests(server)).toBe(3);
  const { limits } = await client.call(calls.profile);
  expect(limits).toMatchObject({ account: { left: 2 * MESSAGES }, partners: [{ left: 1 }] });
});

test('ACCT-11 messages sent before the limit was set count, and the next day in Los Angeles begins at 0', async () => {
  await using server = await limitedServer({});
  const client = await server.operator();
  await Promise.all([1, 2, 3].map(() => client.call(calls.createTest, { body: PAYLOAD })));
  await server.db
    .updateTable('partners')
    .set({ limit_per_day: 4 * MESSAGES })
    .where('id', '=', 1)
    .execute();
  await client.call(calls.createTest, { body: PAYLOAD });
  expect((await client.problem(calls.createTest, { body: PAYLOAD })).code).toBe('limit.reached');
  await server.clock.advance(3 * HOUR);
  await client.login(USERNAME, PASSWORD);
  expect((await client.problem(calls.createTest, { body: PAYLOAD })).code).toBe('limit.reached');
  await server.clock.advance(HOUR / 4);
  const { limits } = await client.call(calls.profile);
  expect(limits).toMatchObject({
    partners: [{ left: 4 * MESSAGES }],
    resetAt: '2026-11-23T00:00:00.000-08:00',
  });
  await client.call(calls.createTest, { body: PAYLOAD });
});

test('ACCT-11 a scheduled test is created whatever is left, but changing it to send at once is refused', async () => {
  await using server = await limitedServer({ partner: 0 });
  const client = await server.operator();
  const scheduledTimestamp = '2026-11-25T10:00:00.000-08:00';
  const later = { ...PAYLOAD, testType: 'SCHEDULED', scheduledTimestamp };
  const { testId } = await client.call(calls.createTest, { body: later });
  const change = updateOf(testId, { messageBody: 'Changed' });
  const problem = await client.problem(calls.updateTest, { body: change });
  expect(problem).toMatchObject({ status: 422, code: 'limit.reached', limit: { left: 0 } });
  expect(await client.call(calls.getTest, { query: { testId } })).toMatchObject({
    testType: 'SCHEDULED',
    messageBody: PAYLOAD.messageBody,
  });
});

test('ACCT-11 a repeated request counts once', async () => {
  await using server = await limitedServer({ partner: MESSAGES });
  const client = await server.operator();
  const options = { body: PAYLOAD, headers: { 'idempotency-key': 'once' } };
  const first = await client.call(calls.createTest, options);
  expect((await client.call(calls.createTest, options)).testId).toBe(first.testId);
});
