/** Promise 6 at message creation: large runs take turns with everyone else's. */
import { sqlTime } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Duty } from '../kit/duty.ts';
import type { Leadership } from '../kit/leader.ts';
import { allow, refuse } from '../testing/refusals.ts';
import { leadNow } from '../testing/sweep-deps.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { ExpandedChunk } from './expand-run.ts';
import { beginRuns, createOrphanedRunSweep, createRunExpander, type RunExpander } from './run-expander.ts';

let world: World;
let expander: RunExpander | undefined;
let leader: Leadership | undefined;
let leftBehind: Duty | undefined;
afterEach(async () => {
  await leftBehind?.stop();
  leftBehind = undefined;
  leader = undefined;
  await expander?.stop();
  expander = undefined;
  await world.close();
});

const forever = new AbortController().signal;
/** More than the first two chunks of a run hold. */
const LARGE = { offices: 115, phones: 100 };

test('Promise 6: a small run is created at once while large ones have only their first messages; those then take turns', async () => {
  world = await createWorld(LARGE);
  const large = [await world.createTest(), await world.createTest()];
  const { created, chunks, begin } = await worker();
  await begin();
  const [small = 0] = await smallTests(1);
  await begin();
  const [first = 0, second = 0] = created;
  expect(created).toEqual([first, second, small]);
  expect(new Set([first, second])).toEqual(new Set(large));
  expect(await madeOf(first)).toEqual({ messages_created: 1_000, message_total: 11_500 });
  expect(await madeOf(small)).toEqual({ messages_created: 1, message_total: 1 });
  expander?.start();
  await chunks(7);
  expect(created.slice(3)).toEqual([first, second, first, second]);
  expect(await madeOf(second)).toEqual({ messages_created: 11_500, message_total: 11_500 });
});

test('Promise 6: small runs are created in one transaction, and a large one among them continues on its own', async () => {
  world = await createWorld(LARGE);
  const small = await smallTests(49);
  const large = await world.createTest();
  const { created, chunks, begin } = await worker();
  await begin();
  expect(created).toEqual([...small, large]);
  const { rows } = await sql<{ transactions: number; messages: number }>`
    select count(distinct xmin::text)::int as transactions, count(*)::int as messages from messages`.execute(
    world.db,
  );
  expect(rows).toEqual([{ transactions: 1, messages: 1_000 }]);
  expander?.start();
  await chunks(52);
  expect(await madeOf(large)).toEqual({ messages_created: 11_500, message_total: 11_500 });
});

test('GUARD-11 a run whose messages the database refuses blocks no other, and gets them once that works', async () => {
  world = await createWorld({ offices: 5, phones: 1 });
  const tests = await smallTests(5);
  const [refused = 0] = tests.slice(2);
  await refuse(world.db, 'messages', 'insert', `new.test_id = ${refused}`);
  const { created, begin } = await worker();
  await begin();
  expect(created).toEqual(tests.filter((id) => id !== refused));
  await allow(world.db, 'messages', 'insert');
  await begin();
  // Its pause is not over.
  expect(created).toHaveLength(4);
  await world.db
    .updateTable('set_aside')
    .set({ next_try_at: sqlTime(world.clock.now()) })
    .execute();
  await begin();
  expect(created.slice(4)).toEqual([refused]);
  expect(await world.messagesOf(refused)).toHaveLength(1);
});

test('Promise 2: a large run whose worker was lost after the first messages gets the rest from another worker, each once', async () => {
  world = await createWorld(LARGE);
  const testId = await world.createTest();
  const { begin } = await worker();
  await begin();
  await world.db
    .updateTable('runs')
    .set({ created_at: sqlTime(world.clock.now() - 60_000) })
    .execute();
  const { chunks } = await worker();
  expander?.start();
  leftBehind?.start();
  await chunks(2);
  const messages = await world.messagesOf(testId);
  expect(new Set(messages.map(({ office_id, phone_id }) => `${office_id}/${phone_id}`)).size).toBe(11_500);
});

/** Tests from one office to one phone each, in the order of their runs. */
async function smallTests(count: number): Promise<number[]> {
  const made: number[] = [];
  for (let index = 0; index < count; index += 1) {
    made.push(
      await world.createTest({
        officeIds: world.officeIds.slice(index % world.officeIds.length).slice(0, 1),
        phoneIds: world.phoneIds.slice(0, 1),
      }),
    );
  }
  return made;
}

/**
 * A worker that starts runs on demand, and whose expander waits to be started; `created`: the tests whose chunks were
 * created, in order.
 */
async function worker() {
  const created: number[] = [];
  let onCreated = () => {};
  function onChunk({ testId }: ExpandedChunk): void {
    created.push(testId);
    onCreated();
  }
  const chunks = (count: number) =>
    new Promise<void>((resolve) => {
      onCreated = () => created.length >= count && resolve();
      onCreated();
    });
  const deps = { db: world.db, clock: world.clock, log: silentLog, onChunk };
  expander = createRunExpander(deps);
  leader ??= await leadNow(world.db);
  leftBehind = createOrphanedRunSweep({ ...deps, expander, leader });
  const starter = { ...deps, expander };
  return { created, chunks, begin: () => beginRuns(starter, forever) };
}

function madeOf(testId: number) {
  return world.db
    .selectFrom('runs')
    .select(['messages_created', 'message_total'])
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow();
}
