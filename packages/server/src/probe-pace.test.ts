import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { createProbePace } from './probe-pace.ts';

test('GUARD-2 of a flood of probes 16 are answered every 10 ms, in order; few are answered at once', async () => {
  const clock = createManualClock();
  const pace = createProbePace({ clock, atOnce: 16 });
  const answered: number[] = [];
  const ask = (count: number) => {
    for (let nth = 0; nth < count; nth += 1) void pace().then(() => answered.push(answered.length));
  };
  ask(3);
  await clock.advance(0);
  expect(answered).toHaveLength(3);
  ask(40);
  await clock.advance(0);
  expect(answered).toHaveLength(16);
  await clock.advance(10);
  expect(answered).toHaveLength(32);
  // One more comes behind those that wait.
  let isAnswered = false;
  void pace().then(() => {
    isAnswered = true;
  });
  await clock.advance(9);
  expect(answered).toHaveLength(32);
  await clock.advance(1);
  expect([answered.length, isAnswered]).toEqual([43, true]);
  await clock.advance(10);
  expect(clock.pending).toBe(0);
  ask(1);
  await clock.advance(0);
  expect(answered).toHaveLength(44);
});
