/**
 * Delays on our side are not the carrier's fault (GUARD-8): how long a message may wait to be sent, and how it ends
 * after that. The test sets the clock, except in the first test, which uses a real gateway at its own pace.
 */
import { sqlTime } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { claimMessages } from '@textprobe/database/messages/message-claims';
import { toLedgers } from '@textprobe/database/messages/message-row';
import { readTotals } from '@textprobe/database/rollups/rollup-reader';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { deriveVerdict } from '@textprobe/domain/verdict';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeFinishedRuns } from '../runs/close-runs.ts';
import { beginNextRuns } from '../runs/expand-run.ts';
import { endOverdue } from '../settle/deadlines.ts';
import { deliver, type RigMessage } from '../testing/evidence-rig.ts';
import { createLabWorld } from '../testing/lab-world.ts';
import { createWorld, type World } from '../testing/world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let now: number;
const clock = { now: () => now, after: () => () => undefined, sleep: () => Promise.resolve() };
let close: (() => Promise<void>) | undefined;
let world: World;
beforeEach(() => {
  now = Date.now();
});
afterEach(() => close?.());

async function open(options: { offices?: number; phones?: number } = {}): Promise<void> {
  world = await createWorld({ ...options, evidence: 'receipt', deadlineMs: 15 * MINUTE_MS, clock });
  close = () => world.close();
}

/** Creates a test and starts its run. */
async function start(test: Parameters<World['createTest']>[0] = {}): Promise<number> {
  const testId = await world.createTest(test);
  await begin();
  return testId;
}

/** Starts the oldest queued run. */
async function begin(): Promise<void> {
  await beginNextRuns({ db: world.db, clock, log: silentLog }, { limit: 1 });
}

/** @returns the number of claimed messages */
async function claim(limit = 100): Promise<number> {
  const { db, codes, gatewayId } = world;
  const claimed = await claimMessages(db, codes, { gatewayId, limit, workerId: 'w', now, leaseMs: 30_000 });
  return claimed.messages.length;
}

async function sweep(): Promise<void> {
  while ((await endOverdue({ db: world.db, clock })) !== null);
  await closeFinishedRuns({ db: world.db, clock }, null);
}

const verdictsOf = async (testId: number) =>
  (await world.messagesOf(testId)).map((row) => deriveVerdict(toLedgers(row)));

async function rigMessage(testId: number): Promise<RigMessage> {
  const [row] = await world.messagesOf(testId);
  if (row === undefined) throw new Error('there is no message');
  const { id, created_at: createdAt, code, recipient, attempts: attempt } = row;
  return { id, createdAt, testId, attempt, claimedAt: row.claimed_at ?? 0, text: '', code, recipient };
}

test('GUARD-8 a gateway that needs three times the deadline for a test loses none of its messages', async () => {
  const labWorld = await createLabWorld({
    scenario: 'perfect',
    seed: '1',
    offices: 2,
    phones: 75,
    deadlineMs: 1_000,
    throughput: 50,
  });
  close = () => labWorld.close();
  world = labWorld.world;
  const testId = await world.createTest();
  await world.until(async () => (await world.test(testId)).execution_status === 'DELIVERED');
  expect(new Set(await verdictsOf(testId)).has('not sent')).toBe(false);
  expect(await readTotals(world.db, ALL_PARTNERS)).toMatchObject({
    messages: 150,
    received: 150,
    known: 150,
  });
}, 60_000);

test('GUARD-8, SERVER-3 the deadline counts from the submission, and an unsent message has until its expiry', async () => {
  await open({ phones: 2 });
  const testId = await start();
  now += 50 * MINUTE_MS;
  await sweep();
  expect(await verdictsOf(testId)).toEqual(['waiting', 'waiting']);
  expect(await claim(1)).toBe(1);
  const message = await rigMessage(testId);
  await deliver(world, message, [{ kind: 'outcome', outcome: { kind: 'accepted', at: now, parts: [] } }]);
  now += 9 * MINUTE_MS;
  await sweep();
  expect(await verdictsOf(testId)).toEqual(['in transit', 'waiting']);
  now += 2 * MINUTE_MS;
  expect(await claim()).toBe(0);
  await sweep();
  expect(await verdictsOf(testId)).toEqual(['in transit', 'not sent']);
  now += 5 * MINUTE_MS;
  await sweep();
  expect(await verdictsOf(testId)).toEqual(['lost', 'not sent']);
});

test('GUARD-8 a test with nothing sent is FAILED with reason "not sent" and in no rate, until a message arrives after all', async () => {
  await open({ phones: 3 });
  const testId = await start();
  now += HOUR_MS;
  await sweep();
  expect(await world.test(testId)).toMatchObject({ execution_status: 'FAILED', status_reason: 'not sent' });
  expect(await readTotals(world.db, ALL_PARTNERS)).toMatchObject({ messages: 3, known: 0, received: 0 });
  expect(await countRollupFaults(world.db)).toBe(0);

  // A late refusal leaves the test FAILED, but no longer because nothing was sent.
  const message = await rigMessage(testId);
  const refusal = { kind: 'rejected', at: now, error: 'no route' } as const;
  await deliver(world, message, [{ kind: 'outcome', outcome: refusal }]);
  await closeFinishedRuns({ db: world.db, clock }, null);
  expect(await world.test(testId)).toMatchObject({ execution_status: 'FAILED', status_reason: null });
  expect(await readTotals(world.db, ALL_PARTNERS)).toMatchObject({ messages: 3, known: 1, received: 0 });

  await deliver(world, message, [{ kind: 'reception', text: 'code', at: 2 * HOUR_MS }]);
  await closeFinishedRuns({ db: world.db, clock }, null);
  expect(await world.test(testId)).toMatchObject({ execution_status: 'DELIVERED', status_reason: null });
  expect(await readTotals(world.db, ALL_PARTNERS)).toMatchObject({ messages: 3, known: 1, received: 1 });
  expect(await countRollupFaults(world.db)).toBe(0);
});

test('GUARD-8 an unanswered claim does not count as a submission: if it is given back, its message waits again', async () => {
  await open();
  const testId = await start();
  expect(await claim()).toBe(1);
  now += 20 * MINUTE_MS;
  await sweep();
  const message = await rigMessage(testId);
  await deliver(world, message, [
    { kind: 'outcome', outcome: { kind: 'deferred', retryAfterMs: 0, reason: 'throttled' } },
  ]);
  expect(await verdictsOf(testId)).toEqual(['waiting']);
  now += 1;
  expect(await claim()).toBe(1);
});

test('GUARD-8 a gateway of one message an hour still claims messages that are three days old', async () => {
  await open({ phones: 2 });
  await limit(1 / 3_600);
  const before = now;
  now -= 3 * 24 * HOUR_MS;
  await start({ phoneIds: world.phoneIds.slice(0, 1) });
  await world.db.updateTable('runs').set({ expires_at: null }).execute();
  const testId = await start();
  await world.db
    .updateTable('messages')
    .set({ expires_at: sqlTime(before + HOUR_MS), deadline_at: sqlTime(before + HOUR_MS) })
    .execute();
  await world.db
    .updateTable('chunks')
    .set({ expires_at: sqlTime(before + HOUR_MS) })
    .execute();
  now = before;
  await sweep();
  expect(await claim()).toBe(3);
  expect(new Set(await verdictsOf(testId))).toEqual(new Set(['waiting']));
});

async function limit(throughput: number, gatewayId = world.gatewayId): Promise<void> {
  await world.db.updateTable('gateways').set({ throughput }).where('id', '=', gatewayId).execute();
}

/** Milliseconds from now, for each run in turn. */
async function expiries(): Promise<(number | null)[]> {
  const runs = await world.db.selectFrom('runs').select('expires_at').orderBy('id').execute();
  return runs.map(({ expires_at: at }) => at && at - now);
}

test('GUARD-8 a run has twice the time that its gateway needs for it and for its backlog', async () => {
  await open({ offices: 3, phones: 600 });
  await limit(0.1);
  await start();
  // Created a chunk at a time: messages still to be created count too.
  await start({ phoneIds: world.phoneIds.slice(0, 100) });
  await start({ phoneIds: world.phoneIds.slice(0, 1), body: 'x'.repeat(200) });
  expect(await expiries()).toEqual([36_000_000, 36_000_000 + 6_000_000, 42_000_000 + 60_000]);
});

test('GUARD-8 runs that start at once count each other', async () => {
  await open({ phones: 100 });
  await limit(0.1);
  const testIds = await Promise.all(Array.from({ length: 6 }, () => world.createTest()));
  await Promise.all(testIds.map(begin));
  const sorted = (await expiries()).sort((a, b) => Number(a) - Number(b));
  expect(sorted).toEqual([HOUR_MS, 4_000_000, 6_000_000, 8_000_000, 10_000_000, 12_000_000]);
});

test('GUARD-8 a backlog at another gateway, or at one without a limit, gives a run no more time', async () => {
  await open({ offices: 2, phones: 100 });
  const [first = 0, second = 0] = world.officeIds;
  const slow = await world.db
    .insertInto('gateways')
    .values({ name: 'slow', kind: 'smpp', source: 'database' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('gateway_settings')
    .values({
      gateway_id: slow.id,
      version: 1,
      settings: JSON.stringify({ throughput: 0.01 }),
      created_at: sqlTime(now),
      updated_at: sqlTime(now),
    })
    .execute();
  await world.db.updateTable('offices').set({ gateway_id: slow.id }).where('id', '=', second).execute();
  await start({ officeIds: [second] });
  await start({ officeIds: [first] });
  await start({ officeIds: [first, second], phoneIds: world.phoneIds.slice(0, 1), body: 'x'.repeat(200) });
  // Over SMPP each part of a long text counts.
  expect(await expiries()).toEqual([20_000_000, HOUR_MS, 20_000_000 + 400_000]);
});

test('GUARD-8 the messages of a recurring test wait no longer than until its next occurrence', async () => {
  await open();
  await limit(0.0001);
  await start();
  const testId = await world.createTest();
  const next = now + 30 * MINUTE_MS;
  await world.db
    .updateTable('tests')
    .set({ test_type: 'RECURRING', next_due: sqlTime(next) })
    .where('id', '=', testId)
    .execute();
  await begin();
  expect(await expiries()).toEqual([20_000_000, 30 * MINUTE_MS]);
  expect((await world.messagesOf(testId)).map((row) => row.expires_at)).toEqual([next]);
});
