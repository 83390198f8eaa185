import { silentLog } from '@textprobe/database/core/log';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { createDuty } from './duty.ts';

test('runs at once, then whenever its pause is over', async () => {
  const clock = createManualClock();
  const ran: number[] = [];
  const from = clock.now();
  const duty = createDuty({
    ...deps(clock),
    everyMs: 100,
    run: async () => void ran.push(clock.now() - from),
  });
  duty.start();
  await clock.advance(250);
  expect(ran).toEqual([0, 100, 200]);
  await duty.stop();
  await clock.advance(1_000);
  expect(ran).toHaveLength(3);
  expect(clock.pending).toBe(0);
});

test('runs sooner when it asks to, and at once when it is woken, even during a run', async () => {
  const clock = createManualClock();
  let runs = 0;
  const duty = createDuty({
    ...deps(clock),
    everyMs: 1_000,
    async run() {
      runs += 1;
      if (runs === 1) duty.wake();
      return 10;
    },
  });
  duty.start();
  await clock.advance(0);
  expect(runs).toBe(2);
  await clock.advance(10);
  expect(runs).toBe(3);
  duty.wake();
  await clock.advance(0);
  expect(runs).toBe(4);
  await duty.stop();
});

test('a failure is logged once and retried, and so is the recovery', async () => {
  const clock = createManualClock();
  const logged: string[] = [];
  const log = {
    ...silentLog,
    error: (_fields: object, message: string) => void logged.push(message),
    info: (_fields: object, message: string) => void logged.push(message),
  };
  let runs = 0;
  const duty = createDuty({
    ...deps(clock),
    log,
    everyMs: 100,
    async run() {
      runs += 1;
      if (runs <= 3) throw new Error('the database is unavailable');
    },
  });
  duty.start();
  await clock.advance(300);
  expect(runs).toBe(4);
  expect(logged).toEqual(['a background task failed; retrying', 'a background task recovered']);
  await duty.stop();
});

test('stop waits for the current run and is idempotent; a duty that was never started stops too', async () => {
  const clock = createManualClock();
  let finish = () => {};
  let aborted = false;
  const duty = createDuty({
    ...deps(clock),
    everyMs: 100,
    async run(signal) {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      aborted = signal.aborted;
    },
  });
  duty.start();
  const stops = Promise.all([duty.stop(), duty.stop()]);
  finish();
  await stops;
  expect(aborted).toBe(true);
  await createDuty({ ...deps(clock), everyMs: 100, run: async () => {} }).stop();
});

function deps(clock: ReturnType<typeof createManualClock>) {
  return { name: 'a test’s duty', clock, log: silentLog };
}
