import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createWorkClock, type WorkClock } from './work-clock.ts';

let clock: WorkClock;
afterEach(() => clock.stop());

test('a busy turn of the event loop hardly advances the clock', async () => {
  clock = createWorkClock();
  await clock.sleep(5);
  const before = clock.now();
  const busyUntil = performance.now() + 60;
  while (performance.now() < busyUntil);
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.now() - before).toBeLessThan(10);
});

test('timers fire in order and on time, and canceled ones never', async () => {
  clock = createWorkClock();
  const start = clock.now();
  const called: string[] = [];
  const note = (name: string, due: number) => () => {
    expect(clock.now() - start).toBeGreaterThanOrEqual(due - 1);
    called.push(name);
  };
  clock.after(20, note('last', 20));
  clock.after(5, note('first', 5));
  clock.after(10, note('never', 10))();
  clock.after(5, note('second', 5));
  await clock.sleep(25);
  expect(called).toEqual(['first', 'second', 'last']);
});

test('an aborted sleep rejects with the reason', async () => {
  clock = createWorkClock();
  const ended = new AbortController();
  const asleep = clock.sleep(60_000, ended.signal);
  ended.abort(new Error('enough'));
  await expect(asleep).rejects.toThrow('enough');
});

test('is paused while something is awaited, and advances after it, even if it failed', async () => {
  clock = createWorkClock();
  const before = clock.now();
  await clock.pauseDuring(() => delay(60));
  expect(clock.now() - before).toBeLessThan(10);
  await expect(clock.pauseDuring(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await clock.sleep(5);
  expect(clock.now() - before).toBeGreaterThanOrEqual(5);
});
