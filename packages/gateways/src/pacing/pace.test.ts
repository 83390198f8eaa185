import { createManualClock, type ManualClock } from '@textprobe/domain/testing/manual-clock';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GatewayShare, TakenInstants } from '../gateway-port.ts';
import { createPace, type Pace } from './pace.ts';

const never = new AbortController().signal;
const FAR_MS = 3_600_000;

/** The row that all processes share, with a clock that differs from theirs and answers that take their time. */
function sharedRow(clock: ManualClock, options: { aheadByMs?: number; tripMs?: () => number } = {}) {
  const { aheadByMs = 0, tripMs = () => 2 } = options;
  let nextAt = 0;
  let asked = 0;
  let isAway = false;

  async function takeInstants(wanted: Parameters<GatewayShare['takeInstants']>[0]): Promise<TakenInstants> {
    asked += 1;
    await clock.sleep(tripMs());
    if (isAway) throw new Error('the database is away');
    const databaseNow = clock.now() + aheadByMs;
    const first = Math.max(nextAt, databaseNow);
    const fits = Math.floor((databaseNow + wanted.aheadMs - first) / wanted.intervalMs) + 1;
    const count = Math.max(0, Math.min(wanted.count, fits));
    nextAt = first + count * wanted.intervalMs;
    await clock.sleep(tripMs());
    return { count, inMs: first - databaseNow, databaseNow };
  }

  return {
    share: { settingsMark: 'mark', takeInstants, countBoundElsewhere: async () => 0 } satisfies GatewayShare,
    asked: () => asked,
    setAway(away: boolean) {
      isAway = away;
    },
  };
}

/** A process that writes whatever its pace lets it, until it ends. `slowMs`: how late it may come to an instant. */
function writer(clock: ManualClock, pace: Pace, writes: number[], slowMs: () => number) {
  let isOver = false;
  async function one(): Promise<void> {
    if ((await pace.turn(clock.now() + FAR_MS, never)) !== 'now' || isOver) return;
    writes.push(clock.now());
  }
  async function work(): Promise<void> {
    while (!isOver) {
      while (pace.ready() > 0 && !isOver) void one();
      await clock.sleep(5 + slowMs());
    }
  }
  void work();
  return () => {
    isOver = true;
  };
}

function mostInTenSeconds(writes: readonly number[]): number {
  const counts = writes.map((from) => writes.filter((at) => at >= from && at < from + 10_000).length);
  return Math.max(0, ...counts);
}

test('GUARD-9 over any ten seconds no more is written than the limit says, whichever processes come and die', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 7, 30),
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 4_000 }), dies: fc.boolean() }), {
        minLength: 4,
        maxLength: 8,
      }),
      fc.integer({ min: 1, max: 120 }),
      async (perSecond, aheadByMs, changes, slowest) => {
        const clock = createManualClock();
        let step = 0;
        const vary = (most: number) => () => ((step += 1) * 37) % (most + 1);
        const { share } = sharedRow(clock, { aheadByMs, tripMs: vary(slowest) });
        const writes: number[] = [];
        const ends: (() => void)[] = [];
        for (const { waitMs, dies } of changes) {
          if (dies) ends.shift()?.();
          else {
            const pace = createPace({ clock, perSecond, share, onChange: () => {} });
            ends.push(writer(clock, pace, writes, vary(slowest)));
          }
          await clock.advance(waitMs);
        }
        await clock.advance(12_000);
        for (const end of ends) end();
        expect(mostInTenSeconds(writes)).toBeLessThanOrEqual(10 * perSecond);
      },
    ),
    { numRuns: soakTimes(15) },
  );
});

test.each([1, 4])('GUARD-9 %i processes together come to the limit, less 3% at most', async (processes) => {
  const clock = createManualClock();
  const { share, asked } = sharedRow(clock);
  const writes: number[] = [];
  for (let i = 0; i < processes; i += 1) {
    writer(clock, createPace({ clock, perSecond: 100, share, onChange: () => {} }), writes, () => 0);
  }
  await clock.advance(20_000);
  expect(writes.length).toBeGreaterThanOrEqual(20 * 97);
  expect(mostInTenSeconds(writes)).toBeLessThanOrEqual(1_000);
  expect(asked()).toBeLessThanOrEqual(20 * 12 * processes);
});

test('GUARD-9 one that dies with instants in hand holds the others up no longer than those last', async () => {
  const clock = createManualClock();
  const { share } = sharedRow(clock);
  const dead = createPace({ clock, perSecond: 100, share, onChange: () => {} });
  while (dead.ready() > 0) void dead.turn(clock.now() + FAR_MS, never);
  await clock.advance(1);
  const writes: number[] = [];
  writer(clock, createPace({ clock, perSecond: 100, share, onChange: () => {} }), writes, () => 0);
  await clock.advance(500);
  expect(writes.length).toBeGreaterThan(0);
});

test('an instant that a busy process comes to more than a quarter of a second late is not used', async () => {
  const clock = createManualClock();
  let late = 0;
  const { share, asked } = sharedRow(clock);
  const busy = { ...clock, now: () => clock.now() + late };
  const pace = createPace({ clock: busy, perSecond: 10, share, onChange: () => {} });
  const turns = [pace.turn(FAR_MS + clock.now(), never), pace.turn(FAR_MS + clock.now(), never)];
  await clock.advance(50);
  expect(await turns[0]).toBe('now');
  const askedBefore = asked();
  late = 400;
  await clock.advance(500);
  expect([await turns[1], asked()]).toEqual(['now', askedBefore + 1]);
});

test('without the database nothing goes out, what waits too long is told so, and it goes on by itself', async () => {
  const clock = createManualClock();
  const { share, setAway } = sharedRow(clock);
  const pace = createPace({ clock, perSecond: 10, share, onChange: () => {} });
  setAway(true);
  const impatient = pace.turn(clock.now() + 500, never);
  const patient = pace.turn(clock.now() + 5_000, never);
  await clock.advance(600);
  expect(await impatient).toMatchObject({ late: true });
  setAway(false);
  await clock.advance(1_100);
  expect(await patient).toBe('now');
});

test('a clock that is set back or forward does not stop it', async () => {
  for (const jumpMs of [-3_600_000, 3_600_000]) {
    const clock = createManualClock();
    const { share } = sharedRow(clock);
    let jump = 0;
    const jumping = { ...clock, now: () => clock.now() + jump };
    const pace = createPace({ clock: jumping, perSecond: 10, share, onChange: () => {} });
    void pace.turn(jumping.now() + 60_000, never);
    const before = pace.turn(jumping.now() + 2_000, never);
    await clock.advance(10);
    jump = jumpMs;
    await clock.advance(2_000);
    expect(await before).toBeDefined();
    const after = pace.turn(jumping.now() + 5_000, never);
    await clock.advance(3_000);
    expect(await after).toBe('now');
  }
});

test('a stop sends away who waits, and leaves no timer', async () => {
  const clock = createManualClock();
  const { share } = sharedRow(clock);
  const pace = createPace({ clock, perSecond: 0.1, share, onChange: () => {} });
  const giveUp = new AbortController();
  await Promise.all([pace.turn(clock.now() + FAR_MS, giveUp.signal), clock.advance(10)]);
  const waiting = pace.turn(clock.now() + FAR_MS, giveUp.signal);
  await clock.advance(10);
  giveUp.abort();
  expect(await waiting).toBe('stopped');
  expect(clock.pending).toBe(0);
});
