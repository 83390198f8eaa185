import { expect, test } from 'vitest';
import { createQueue, type Release } from './queue.ts';

const neverAborts = new AbortController().signal;

async function enter(queue: ReturnType<typeof createQueue>): Promise<Release> {
  const release = await queue.enter(neverAborts);
  if (release === 'full') throw new Error('the queue is full');
  return release;
}

test('jobs run in order of arrival, and a full queue refuses more', async () => {
  const queue = createQueue(1, 2);
  const release = await enter(queue);
  const started: string[] = [];
  const second = enter(queue).then((next) => (started.push('second'), next));
  const third = enter(queue).then((next) => (started.push('third'), next));
  expect(await queue.enter(neverAborts)).toBe('full');
  release();
  (await second)();
  (await third)();
  expect(started).toEqual(['second', 'third']);
  // All have left: there is a free slot again.
  expect(await queue.enter(neverAborts)).not.toBe('full');
});

test('an aborted job is not started', async () => {
  await expect(createQueue(1, 1).enter(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
