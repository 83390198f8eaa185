import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { listen } from './listen.ts';
import { silentLog } from './log.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

function recorder() {
  let next = Promise.withResolvers<[string, string]>();
  let reconnected = Promise.withResolvers<void>();
  return {
    handler: {
      onNotification: (channel: string, payload: string) => next.resolve([channel, payload]),
      onReconnect: () => reconnected.resolve(),
    },
    async next() {
      const notification = await next.promise;
      next = Promise.withResolvers();
      return notification;
    },
    async reconnected() {
      await reconnected.promise;
      reconnected = Promise.withResolvers();
    },
  };
}

const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(database.db);
const cut = () =>
  sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'textprobe notifications' and datname = current_database()`.execute(database.db);

test('receives notifications of every channel, whatever its name', async () => {
  const record = recorder();
  const deps = { clock: realClock, log: silentLog };
  const listener = await listen(database.url, ['tests', 'Odd "name"'], record.handler, deps);
  await notify('tests', '1,2');
  expect(await record.next()).toEqual(['tests', '1,2']);
  await notify('Odd "name"', '');
  expect(await record.next()).toEqual(['Odd "name"', '']);
  await listener.close();
});

test('after a gap it listens again and reports the gap', async () => {
  const record = recorder();
  const listener = await listen(database.url, ['tests'], record.handler, {
    clock: realClock,
    log: silentLog,
  });
  for (const payload of ['after the first', 'after the second']) {
    await cut();
    await record.reconnected();
    await notify('tests', payload);
    expect(await record.next()).toEqual(['tests', payload]);
  }
  await listener.close();
});

test('closing stops it at once, even during the pause before a retry, and is idempotent', async () => {
  const clock = createManualClock();
  const record = recorder();
  const waiting = Promise.withResolvers<void>();
  const log = { ...silentLog, warn: () => waiting.resolve() };
  const listener = await listen(database.url, ['tests'], record.handler, { clock, log });
  await cut();
  await waiting.promise;
  await Promise.all([listener.close(), listener.close()]);
  expect(clock.pending).toBe(0);
});

test('a missing database is reported at once', async () => {
  const gone = database.url.replace(/test_\w+/, 'nowhere');
  const deps = { clock: realClock, log: silentLog };
  await expect(listen(gone, ['tests'], recorder().handler, deps)).rejects.toThrow('does not exist');
});
