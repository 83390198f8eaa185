import { silentLog } from '@textprobe/database/core/log';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { insertRun, takeRunsToBegin } from '@textprobe/database/runs/runs';
import { countBlocked } from '@textprobe/database/testing/count-blocked';
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';
import { beginNextRuns, expandNextChunk } from './expand-run.ts';

let world: World;
afterEach(() => world.close());

test('Promise 2: a due instant has one run, however often and wherever it is inserted', async () => {
  world = await createWorld({ offices: 2, phones: 2 });
  const testId = await world.createTest();
  const { due_at: dueAt } = await world.db.selectFrom('runs').select('due_at').executeTakeFirstOrThrow();
  const again = () =>
    world.db
      .transaction()
      .execute((tx) => insertRun(tx, { testId, dueAt, deadlineMs: 60_000, now: world.clock.now() }));
  expect(await Promise.all([again(), again(), again()])).toEqual([null, null, null]);
  expect(await world.db.selectFrom('runs').select('id').execute()).toHaveLength(1);
});

test('Promise 2: a run that several workers start at once has each message once', async () => {
  world = await createWorld({ offices: 40, phones: 60 });
  const testId = await world.createTest();
  const { id } = await world.db.selectFrom('runs').select('id').executeTakeFirstOrThrow();
  const work = async () => {
    await beginNextRuns(deps(), { limit: 10 });
    while ((await expandNextChunk(deps(), id)).unfinished.length > 0);
  };
  await Promise.all([work(), work(), work()]);
  await work();
  const messages = await world.messagesOf(testId);
  expect(messages).toHaveLength(2_400);
  expect(new Set(messages.map((message) => `${message.office_id}/${message.phone_id}`)).size).toBe(2_400);
  expect(new Set(messages.map((message) => message.code)).size).toBe(2_400);
  expect(await countRollupFaults(world.db)).toBe(0);
});

test('Promise 2: a run locked by one worker is skipped by others, and started by another when that worker dies', async () => {
  world = await createWorld();
  await world.createTest();
  const later = await world.createTest();
  const death = new Error('killed');
  const dying = world.db.transaction().execute(async (tx) => {
    expect(await takeRunsToBegin(tx, { now: world.clock.now(), limit: 1 })).toHaveLength(1);
    expect((await beginNextRuns(deps(), { limit: 10 })).chunks).toMatchObject([{ testId: later }]);
    throw death;
  });
  await expect(dying).rejects.toBe(death);
  expect((await beginNextRuns(deps(), { limit: 10 })).chunks).toHaveLength(1);
  expect((await beginNextRuns(deps(), { limit: 10 })).chunks).toHaveLength(0);
});

test('a run whose test is being changed waits for the change, and delays no other run', async () => {
  world = await createWorld({ phones: 3 });
  const testId = await world.createTest();
  const phone_ids = world.phoneIds.slice(0, 2);
  await world.db.transaction().execute(async (tx) => {
    await tx.updateTable('tests').set({ phone_ids }).where('id', '=', testId).execute();
    expect((await beginNextRuns(deps(), { limit: 10 })).chunks).toHaveLength(0);
  });
  await beginNextRuns(deps(), { limit: 10 });
  expect(await world.messagesOf(testId)).toHaveLength(2);
});

test('EVIDENCE-5 a run of chosen pairs sends just these, also when it is continued after its first chunk', async () => {
  world = await createWorld({ offices: 40, phones: 60 });
  const pairs = world.officeIds
    .flatMap((office) => world.phoneIds.map((phone) => [office, phone] as const))
    .filter((_, index) => index % 2 === 0);
  const testId = await world.createTest({ pairs });
  const { id } = await world.db.selectFrom('runs').select('id').executeTakeFirstOrThrow();
  expect((await beginNextRuns(deps(), { limit: 1 })).unfinished).toEqual([id]);
  expect((await expandNextChunk(deps(), id)).unfinished).toEqual([]);
  const messages = await world.messagesOf(testId);
  const sent = messages.toSorted((a, b) => a.id - b.id).map((one) => [one.office_id, one.phone_id]);
  expect(sent.map(String).toSorted()).toEqual(pairs.map(String).toSorted());
  const run = await world.db.selectFrom('runs').selectAll().executeTakeFirstOrThrow();
  expect(run).toMatchObject({ message_total: 1_200, messages_created: 1_200, messages_missing: 0 });
});

test('SERVER-1 a message has the code of its id and month', async () => {
  world = await createWorld({ phones: 4 });
  const testId = await world.createTest();
  await beginNextRuns(deps(), { limit: 1 });
  const messages = await world.messagesOf(testId);
  const keys = messages.map(({ id, created_at: createdAt }) => ({ id, createdAt }));
  expect(messages.map((message) => message.code)).toEqual(world.codes.codesOf(keys));
});

test('a test deleted before its run started leaves nothing to do', async () => {
  world = await createWorld();
  const testId = await world.createTest();
  await world.db.deleteFrom('tests').where('id', '=', testId).execute();
  expect(await beginNextRuns(deps(), { limit: 1 })).toEqual({ chunks: [], unfinished: [] });
});

test('a test changed before its run started runs in its new form', async () => {
  world = await createWorld({ phones: 3 });
  const testId = await world.createTest();
  const phone_ids = world.phoneIds.slice(0, 2);
  await world.db.updateTable('tests').set({ phone_ids, body: 'Changed' }).where('id', '=', testId).execute();
  expect(await beginNextRuns(deps(), { limit: 1 })).toMatchObject({ unfinished: [] });
  expect((await world.messagesOf(testId)).map((message) => message.test_body)).toEqual([
    'Changed',
    'Changed',
  ]);
  const run = await world.db.selectFrom('runs').selectAll().executeTakeFirstOrThrow();
  expect(run).toMatchObject({ message_total: 2, messages_created: 2 });
});

function deps() {
  return { db: world.db, clock: world.clock, log: silentLog };
}

test('messages that waited for the lock of their test are due from their creation, so that claims find them', async () => {
  world = await createWorld({ offices: 11, phones: 100 });
  const testId = await world.createTest();
  const { id } = await world.db.selectFrom('runs').select('id').executeTakeFirstOrThrow();
  await beginNextRuns(deps(), { limit: 1 });
  let now = world.clock.now();
  const clock = { ...world.clock, now: () => now };
  const waiting = await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('tests').select('id').where('id', '=', testId).forNoKeyUpdate().execute();
    const expanding = expandNextChunk({ ...deps(), clock }, id);
    await expect.poll(() => countBlocked(world.db)).toBe(1);
    now += 20_000;
    return { expanding };
  });
  await waiting.expanding;
  const chunk = await world.db
    .selectFrom('chunks')
    .select('due_at')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(chunk.due_at).toBe(now);
});

test('small runs share a transaction, a large one fills several, and all get all their messages', async () => {
  world = await createWorld({ offices: 30, phones: 50 });
  const { officeIds, phoneIds } = world;
  const sizes = [3, 30, 1, 7];
  const testIds: number[] = [];
  for (const size of sizes) {
    const phones = size === 30 ? phoneIds : phoneIds.slice(0, 1);
    testIds.push(await world.createTest({ officeIds: officeIds.slice(0, size), phoneIds: phones }));
  }
  const runs = await world.db.selectFrom('runs').select('id').orderBy('id').execute();
  const runIds = runs.map((run) => run.id);
  const taken: (readonly number[])[] = [];
  const begin = () => beginNextRuns(deps(), { limit: 10, taken: (ids) => taken.push(ids) });
  const first = await begin();
  // 3 of the first, 997 of the 1,500 of the second.
  expect(first.unfinished).toEqual([runIds[1]]);
  expect(first.chunks.map((chunk) => chunk.testId)).toEqual(testIds.slice(0, 2));
  const second = await begin();
  expect(taken).toEqual([runIds, runIds.slice(2)]);
  expect(second.unfinished).toEqual([]);
  expect(second.chunks.map((chunk) => chunk.testId)).toEqual(testIds.slice(2));
  const third = await expandNextChunk(deps(), runIds[1] ?? 0);
  expect(third).toMatchObject({ chunks: [{ testId: testIds[1] }], unfinished: [] });
  for (const [index, testId] of testIds.entries()) {
    const messages = await world.messagesOf(testId);
    expect(messages).toHaveLength([3, 1_500, 1, 7][index] ?? 0);
    expect(new Set(messages.map((message) => message.run_id))).toEqual(new Set([runIds[index]]));
  }
  expect(await countRollupFaults(world.db)).toBe(0);
});

test('the first messages of a large run are created in a small transaction, so that they are sent soon; the rest in large ones', async () => {
  world = await createWorld({ offices: 130, phones: 100 });
  const testId = await world.createTest();
  const { id } = await world.db.selectFrom('runs').select('id').executeTakeFirstOrThrow();
  const made: number[] = [];
  let expansion = await beginNextRuns(deps(), { limit: 1 });
  for (;;) {
    made.push((await world.messagesOf(testId)).length);
    if (expansion.unfinished.length === 0) break;
    expansion = await expandNextChunk(deps(), id);
  }
  expect(made).toEqual([1_000, 11_000, 13_000]);
  const messages = await world.messagesOf(testId);
  expect(new Set(messages.map((message) => `${message.office_id}/${message.phone_id}`)).size).toBe(13_000);
  expect(new Set(messages.map((message) => message.code)).size).toBe(13_000);
  expect(await countRollupFaults(world.db)).toBe(0);
});
