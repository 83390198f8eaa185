import { createTestDatabase } from '@textprobe/database/testing/test-database';
import type { Clock } from '@textprobe/domain/clock';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { createLoadWatch } from './load-watch.ts';

test('reports how late its timer fired', async () => {
  const { db, drop } = await createTestDatabase();
  const manual = createManualClock();
  let lateMs = 0;
  const clock: Clock = { ...manual, now: () => manual.now() + lateMs };
  const delays: number[] = [];
  const watch = createLoadWatch({ db, clock, onDelay: (delayMs) => delays.push(delayMs) < 3 });
  watch.begin();
  await manual.advance(100);
  lateMs = 700;
  await manual.advance(300);
  expect(delays).toEqual([0, 700, 0]);
  expect(manual.pending).toBe(0);
  await drop();
});

test('reports how long a query waits for a connection, while it waits and once it got one', async () => {
  const { db, drop } = await createTestDatabase({ maxConnections: 1 });
  const clock = createManualClock();
  const delays: number[] = [];
  const watch = createLoadWatch({ db, clock, onDelay: (delayMs) => delays.push(delayMs) > 0 });
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const first = db.connection().execute(() => {
    holding.resolve();
    return held.promise;
  });
  await holding.promise;
  const second = db.connection().execute(async () => undefined);
  watch.begin();
  await clock.advance(500);
  expect(delays).toEqual([0, 100, 200, 300, 400]);
  held.resolve();
  await Promise.all([first, second, db.connection().execute(async () => undefined)]);
  await clock.advance(200);
  expect(delays.slice(5)).toEqual([400, 0]);
  watch.stop();
  expect(clock.pending).toBe(0);
  await drop();
});
