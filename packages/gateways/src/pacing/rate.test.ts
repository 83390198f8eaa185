import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRate } from './rate.ts';

test('without a limit everything may go at once', () => {
  const rate = createRate(createManualClock(), null, () => {});
  expect([rate.ready(), rate.waitMs(), rate.take()]).toEqual([Number.POSITIVE_INFINITY, 0, 0]);
});

test('in no second does more go than the limit and what may go at once after a silence', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 5, maxLength: 60 }),
      async (perSecond, gaps) => {
        const clock = createManualClock();
        const rate = createRate(clock, perSecond, () => {});
        const writes: number[] = [];
        for (const gap of gaps) {
          await clock.advance(gap);
          for (let i = 0; i < 4; i += 1) writes.push(clock.now() + rate.take());
        }
        expect(writes).toEqual(writes.toSorted((a, b) => a - b));
        const burst = Math.max(1, Math.floor(perSecond / 10));
        for (const [i, from] of writes.entries()) {
          const inSecond = writes.slice(i).filter((at) => at < from + 1_000).length;
          expect(inSecond).toBeLessThanOrEqual(perSecond + burst + 1);
        }
      },
    ),
    { numRuns: soakTimes(20) },
  );
});

test('what is ready may be taken without a wait, and comes back with time', async () => {
  const clock = createManualClock();
  let told = 0;
  const rate = createRate(clock, 30, () => {
    told += 1;
  });
  expect(rate.ready()).toBe(3);
  expect([rate.take(), rate.take(), rate.take()]).toEqual([0, 0, 0]);
  expect(rate.ready()).toBe(0);
  await clock.advance(rate.waitMs());
  expect(rate.ready()).toBe(1);
  expect(rate.take()).toBe(0);
  expect(told).toBe(4);
});
