import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Clock } from '@textprobe/domain/clock';
import { createJobQueue, type JobQueue, type JobQueueOptions } from './job-queue.ts';
import { silentLog } from './log.ts';
import { realClock } from './testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
const started: JobQueue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((queue) => queue.stop()));
});
afterAll(() => database.drop());

async function startQueue(queues: JobQueueOptions['queues'], clock: Clock = realClock): Promise<JobQueue> {
  const queue = createJobQueue({ url: database.url, log: silentLog, clock, queues });
  started.push(queue);
  await queue.start();
  return queue;
}

/** Collects what a worker is given, and resolves when it has been given so much. */
function collector<T>(count: number) {
  const items: T[] = [];
  const { promise, resolve } = Promise.withResolvers<T[]>();
  return {
    all: promise,
    add(item: T) {
      items.push(item);
      if (items.length === count) resolve(items);
    },
  };
}

test('a job is there if and when its transaction commits', async () => {
  const queue = await startQueue({ runs: {} });
  const seen = collector<{ run: number }>(1);
  await queue.work<{ run: number }>('runs', {}, async (jobs) => jobs.forEach((job) => seen.add(job.data)));

  const rolledBack = database.db.transaction().execute(async (tx) => {
    await queue.send(tx, 'runs', { run: 1 });
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  await database.db.transaction().execute((tx) => queue.send(tx, 'runs', { run: 2 }));

  expect(await seen.all).toEqual([{ run: 2 }]);
});

test('a notification starts a worker, not the next poll', async () => {
  let polls = 0;
  // Who would look again after half a second, less the time that a job took, never does. How quick it is, `npm run bench`
  // tells.
  const after: Clock['after'] = (ms, fn) => {
    if (ms < 100) return realClock.after(ms, fn);
    polls += 1;
    return () => undefined;
  };
  const queue = await startQueue({ quick: {} }, { ...realClock, after });
  let arrived = Promise.withResolvers<void>();
  await queue.work('quick', {}, async () => arrived.resolve());

  for (let round = 0; round < 20; round += 1) {
    arrived = Promise.withResolvers();
    await database.db.transaction().execute((tx) => queue.send(tx, 'quick', {}));
    await arrived.promise;
  }
  expect(polls).toBeGreaterThan(0);
});

test('the process that sends need not be the one that works', async () => {
  const [sender, worker] = await Promise.all([startQueue({ shared: {} }), startQueue({ shared: {} })]);
  const seen = collector(3);
  await worker.work<number[]>('shared', { batchSize: 10 }, async (jobs) =>
    jobs.forEach((job) => seen.add(job.data)),
  );
  await database.db.transaction().execute(async (tx) => {
    for (const n of [1, 2, 3]) await sender.send(tx, 'shared', { n });
  });
  expect(await seen.all).toHaveLength(3);
});

test('a job that fails is tried again', async () => {
  const queue = await startQueue({ shaky: { retryLimit: 2 } });
  const tries = collector<string>(2);
  await queue.work('shaky', {}, async ([job]) => {
    tries.add(job?.id ?? '');
    throw new Error('not this time');
  });
  await database.db.transaction().execute((tx) => queue.send(tx, 'shaky', {}));
  const [first, second] = await tries.all;
  expect(second).toBe(first);
});

test('the log tells in words what failed', async () => {
  const failed = Promise.withResolvers<unknown>();
  const log = { ...silentLog, error: (told: object) => failed.resolve((told as { err: unknown }).err) };
  const queue = createJobQueue({ url: database.url, log, clock: realClock, queues: { hidden: {} } });
  started.push(queue);
  await queue.start();
  await database.db.schema.withSchema('pgboss').alterTable('job_common').renameTo('job_away').execute();
  await queue.work('hidden', {}, async () => undefined);
  const err = await failed.promise;
  await database.db.schema.withSchema('pgboss').alterTable('job_away').renameTo('job_common').execute();
  expect(err).toBeInstanceOf(Error);
  expect(err).toMatchObject({ message: expect.stringContaining('pgboss.'), code: '42P01' });
});

test('of a queue that knows keys, one waiting job per key is enough', async () => {
  const queue = await startQueue({ sweeps: { policy: 'short' } });
  const send = (key: string) =>
    database.db.transaction().execute((tx) => queue.send(tx, 'sweeps', {}, { key }));
  expect(await send('a')).not.toBeNull();
  expect(await send('a')).toBeNull();
  expect(await send('b')).not.toBeNull();
});

test('a job for later waits for its time', async () => {
  const queue = await startQueue({ later: {} });
  const seen = collector<number>(1);
  const startAt = Date.now() + 400;
  await database.db.transaction().execute((tx) => queue.send(tx, 'later', {}, { startAt }));
  await queue.work('later', {}, async () => seen.add(Date.now()));
  const [begun = 0] = await seen.all;
  // The database's clock is read in its own transaction, a moment after ours.
  expect(begun).toBeGreaterThanOrEqual(startAt - 5);
});

test('stopping waits for the jobs under way, but not for ever, and gives the others back', async () => {
  const queue = await startQueue({ slow: { retryLimit: 3 } });
  const begun = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  await queue.work('slow', {}, async ([job]) => {
    begun.resolve();
    await new Promise((resolve) => job?.signal.addEventListener('abort', resolve));
    given.resolve();
  });
  await database.db.transaction().execute((tx) => queue.send(tx, 'slow', {}));
  await begun.promise;

  // The job ends by the signal that the stop gives it when it has waited enough, and by nothing else.
  await queue.stop(100);
  await given.promise;

  const successor = await startQueue({ slow: { retryLimit: 3 } });
  const again = collector<string>(1);
  await successor.work('slow', {}, async ([job]) => again.add(job?.id ?? ''));
  expect(await again.all).toHaveLength(1);
});

test('stopping an idle queue waits for no limit of its own, and twice does nothing more', async () => {
  let limits = 0;
  const sleep: Clock['sleep'] = (ms, signal) => {
    limits += 1;
    return realClock.sleep(ms, signal);
  };
  const queue = await startQueue({ idle: {} }, { ...realClock, sleep });
  await queue.work('idle', {}, async () => undefined);
  await queue.stop(3_600_000);
  const before = limits;
  await queue.stop();
  expect(limits).toBe(before);
});
