import { silentLog } from '@textprobe/database/core/log';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { createCoalescer } from './coalescer.ts';

test('the first item is flushed at once, later ones together after the pause', async () => {
  const clock = createManualClock();
  const { flushed, gatherer } = create(clock);
  gatherer.add([1]);
  gatherer.add([2, 1]);
  await clock.advance(0);
  gatherer.add([3]);
  await clock.advance(199);
  gatherer.add([4, 3]);
  expect(flushed).toEqual([[1, 2]]);
  await clock.advance(1);
  expect(flushed).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await clock.advance(200);
  expect(clock.pending).toBe(0);
});

test('stop flushes what is left, without the pause', async () => {
  const clock = createManualClock();
  const { flushed, gatherer } = create(clock);
  gatherer.add([1]);
  await clock.advance(0);
  gatherer.add([2]);
  await gatherer.stop();
  expect(flushed).toEqual([[1], [2]]);
  expect(clock.pending).toBe(0);
});

test('a failed flush does not stop later ones', async () => {
  const clock = createManualClock();
  const flushed: number[][] = [];
  const gatherer = createCoalescer<number>({
    name: 'a test',
    clock,
    log: silentLog,
    pauseMs: 10,
    async flush(items) {
      flushed.push([...items]);
      if (flushed.length === 1) throw new Error('the database is unavailable');
    },
  });
  gatherer.add([1]);
  await clock.advance(10);
  gatherer.add([2]);
  await clock.advance(0);
  expect(flushed).toEqual([[1], [2]]);
  await gatherer.stop();
});

function create(clock: ReturnType<typeof createManualClock>) {
  const flushed: number[][] = [];
  const gatherer = createCoalescer<number>({
    name: 'a test',
    clock,
    log: silentLog,
    pauseMs: 200,
    flush: async (items) => void flushed.push([...items]),
  });
  return { flushed, gatherer };
}
