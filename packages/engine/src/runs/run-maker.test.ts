/** Promise 6 where messages are made: a large run has its turns like everybody else's. */
import { sqlTime } from '@textprobe/database/connection';
import type { Job } from '@textprobe/database/job-queue';
import { silentLog } from '@textprobe/database/log';
import { afterEach, expect, test } from 'vitest';
import type { ExpandedChunk } from './expand-run.ts';
import { createLeftBehindSweep } from './left-behind.ts';
import { createRunMaker, type RunMaker } from './run-maker.ts';
import { type StartRunJob, workOnStartRunJobs } from './start-run.ts';
import { leadNow } from '../testing/lead-now.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { Duty } from '../kit/duty.ts';
import type { Leadership } from '../kit/leader.ts';

let world: World;
let maker: RunMaker | undefined;
let leader: Leadership | undefined;
let leftBehind: Duty | undefined;
afterEach(async () => {
  await leftBehind?.stop();
  leftBehind = undefined;
  leader = undefined;
  await maker?.stop();
  maker = undefined;
  await world.close();
});

const forever = new AbortController().signal;
/** More than fit into the first chunk of a run and the second one together. */
const LARGE = { offices: 115, phones: 100 };

test('Promise 6: a small run is made at once while large ones have got their first messages only, and those go on by turns', async () => {
  world = await createWorld(LARGE);
  const large = [await world.createTest(), await world.createTest()];
  const small = await world.createTest({
    officeIds: world.officeIds.slice(0, 1),
    phoneIds: world.phoneIds.slice(0, 1),
  });
  const { told, chunks, deliver } = await worker();
  await deliver(large);
  await deliver([small]);
  const [first = 0, second = 0] = told;
  expect(told).toEqual([first, second, small]);
  expect(new Set([first, second])).toEqual(new Set(large));
  expect(await madeOf(first)).toEqual({ messages_created: 1_000, message_total: 11_500 });
  expect(await madeOf(small)).toEqual({ messages_created: 1, message_total: 1 });
  maker?.start();
  await chunks(7);
  expect(told.slice(3)).toEqual([first, second, first, second]);
  expect(await madeOf(second)).toEqual({ messages_created: 11_500, message_total: 11_500 });
});

test('Promise 2: a large run whose worker was lost after the first messages gets the others from another one, each once', async () => {
  world = await createWorld(LARGE);
  const testId = await world.createTest();
  const { deliver } = await worker();
  await deliver([testId]);
  await world.db
    .updateTable('runs')
    .set({ created_at: sqlTime(world.clock.now() - 60_000) })
    .execute();
  const { chunks } = await worker();
  maker?.start();
  leftBehind?.start();
  await chunks(2);
  const messages = await world.messagesOf(testId);
  expect(new Set(messages.map(({ office_id, phone_id }) => `${office_id}/${phone_id}`)).size).toBe(11_500);
});

/** A worker whose jobs are handed to it, and whose maker waits to be started; `told`: the tests whose chunks were made, in order. */
async function worker() {
  const told: number[] = [];
  let onTold = () => {};
  function onChunk({ testId }: ExpandedChunk): void {
    told.push(testId);
    onTold();
  }
  const chunks = (count: number) =>
    new Promise<void>((resolve) => {
      onTold = () => told.length >= count && resolve();
      onTold();
    });
  const deps = { db: world.db, clock: world.clock, log: silentLog, onChunk };
  maker = createRunMaker(deps);
  leader ??= await leadNow(world.db);
  leftBehind = createLeftBehindSweep({ ...deps, maker, leader });
  let handle: ((jobs: Job<StartRunJob>[]) => Promise<void>) | undefined;
  const queue = {
    async work(_queue: string, _options: object, handler: (jobs: never[]) => Promise<void>) {
      handle = handler as typeof handle;
    },
  };
  await workOnStartRunJobs({ ...deps, maker }, queue, forever);
  async function deliver(testIds: readonly number[]): Promise<void> {
    const runs = await world.db
      .selectFrom('runs')
      .select('id')
      .where('test_id', 'in', testIds)
      .orderBy('id')
      .execute();
    await handle?.(runs.map(({ id }) => ({ id: String(id), data: { runId: id }, signal: forever })));
  }
  return { told, chunks, deliver };
}

function madeOf(testId: number) {
  return world.db
    .selectFrom('runs')
    .select(['messages_created', 'message_total'])
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow();
}
