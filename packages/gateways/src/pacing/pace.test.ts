import { createManualClock, type ManualClock } from '@textprobe/domain/testing/manual-clock';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GatewayShare, TakenInstants } from '../gateway-port.ts';
import { createPace, type Pace } from './pace.ts';

const never = new AbortController().signal;
const FAR_MS = 3_600_000;

/** The shared row, with a clock that differs from the processes' and with slow answers. */
function sharedRow(clock: ManualClock, options: { aheadByMs?: number; tripMs?: () => number } = {}) {
  const { aheadByMs = 0, tripMs = () => 2 } = options;
  let nextAt = 0;
  let requests = 0;
  let isAway = false;

  async function takeInstants(wanted: Parameters<GatewayShare['takeInstants']>[0]): Promise<TakenInstants> {
    requests += 1;
    await clock.sleep(tripMs());
    if (isAway) throw new Error('the database is down');
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
    requests: () => requests,
    setAway(away: boolean) {
      isAway = away;
    },
  };
}

/** A process that writes as fast as its pace allows. `slowMs`: how late it may reach an instant. */
function writer(clock: ManualClock, pace: Pace, writes: number[], slowMs: () => number) {
  let isOver = false;
  async function one(): Promise<void> {
    if ((await pace.acquire(clock.now() + FAR_MS, never)) !== 'now' || isOver) return;
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

test('GUARD-9 no ten seconds exceed the limit, whichever processes join and die', async () => {
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

test.each([1, 4])('GUARD-9 %i processes together reach at least 97% of the limit', async (processes) => {
  const clock = createManualClock();
  const { share, requests } = sharedRow(clock);
  const writes: number[] = [];
  for (let i = 0; i < processes; i += 1) {
    writer(clock, createPace({ clock, perSecond: 100, share, onChange: () => {} }), writes, () => 0);
  }
  await clock.advance(20_000);
  expect(writes.length).toBeGreaterThanOrEqual(20 * 97);
  expect(mostInTenSeconds(writes)).toBeLessThanOrEqual(1_000);
  expect(requests()).toBeLessThanOrEqual(20 * 12 * processes);
});

test('GUARD-9 a process that dies with reserved instants delays the others only until those expire', async () => {
  const clock = createManualClock();
  const { share } = sharedRow(clock);
  const dead = createPace({ clock, perSecond: 100, share, onChange: () => {} });
  while (dead.ready() > 0) void dead.acquire(clock.now() + FAR_MS, never);
  await clock.advance(1);
  const writes: number[] = [];
  writer(clock, createPace({ clock, perSecond: 100, share, onChange: () => {} }), writes, () => 0);
  await clock.advance(500);
  expect(writes.length).toBeGreaterThan(0);
});

test('a busy process drops an instant that it reaches more than 250 ms late', async () => {
  const clock = createManualClock();
  let late = 0;
  const { share, requests } = sharedRow(clock);
  const busy = { ...clock, now: () => clock.now() + late };
  const pace = createPace({ clock: busy, perSecond: 10, share, onChange: () => {} });
  const acquired = [pace.acquire(FAR_MS + clock.now(), never), pace.acquire(FAR_MS + clock.now(), never)];
  await clock.advance(50);
  expect(await acquired[0]).toBe('now');
  const requestsBefore = requests();
  late = 400;
  await clock.advance(500);
  expect([await acquired[1], requests()]).toEqual(['now', requestsBefore + 1]);
});

test('without the database nothing is sent, waiting messages time out, and sending resumes afterwards', async () => {
  const clock = createManualClock();
  const { share, setAway } = sharedRow(clock);
  const pace = createPace({ clock, perSecond: 10, share, onChange: () => {} });
  setAway(true);
  const impatient = pace.acquire(clock.now() + 500, never);
  const patient = pace.acquire(clock.now() + 5_000, never);
  await clock.advance(600);
  expect(await impatient).toMatchObject({ late: true });
  setAway(false);
  await clock.advance(1_100);
  expect(await patient).toBe('now');
});

test('keeps working when the clock is set back or forward', async () => {
  for (const jumpMs of [-3_600_000, 3_600_000]) {
    const clock = createManualClock();
    const { share } = sharedRow(clock);
    let jump = 0;
    const jumping = { ...clock, now: () => clock.now() + jump };
    const pace = createPace({ clock: jumping, perSecond: 10, share, onChange: () => {} });
    void pace.acquire(jumping.now() + 60_000, never);
    const before = pace.acquire(jumping.now() + 2_000, never);
    await clock.advance(10);
    jump = jumpMs;
    await clock.advance(2_000);
    expect(await before).toBeDefined();
    const after = pace.acquire(jumping.now() + 5_000, never);
    await clock.advance(3_000);
    expect(await after).toBe('now');
  }
});

test('a stop rejects waiting messages and leaves no timer', async () => {
  const clock = createManualClock();
  const { share } = sharedRow(clock);
  const pace = createPace({ clock, perSecond: 0.1, share, onChange: () => {} });
  const giveUp = new AbortController();
  await Promise.all([pace.acquire(clock.now() + FAR_MS, giveUp.signal), clock.advance(10)]);
  const waiting = pace.acquire(clock.now() + FAR_MS, giveUp.signal);
  await clock.advance(10);
  giveUp.abort();
  expect(await waiting).toBe('stopped');
  expect(clock.pending).toBe(0);
});
