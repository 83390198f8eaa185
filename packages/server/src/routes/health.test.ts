/** Health over HTTP, with the real checks of the database. */
import { calls } from '@textprobe/contract/calls';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { createReadiness } from '../readiness.ts';
import { startTestServer } from '../testing/test-server.ts';

test('CALL-25 live and ready answer without a session; draining turns ready off and leaves live on', async () => {
  const server = await startTestServer();
  try {
    const probe = server.visitor();
    expect(await probe.call(calls.healthLive)).toEqual({ alive: true });
    expect(await probe.call(calls.healthReady)).toEqual({ ready: true });
    server.app.drain();
    const response = await probe.send('GET', calls.healthReady.path);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ ready: false, reason: 'The process is shutting down.' });
    expect(await probe.call(calls.healthLive)).toEqual({ alive: true });
  } finally {
    await server.close();
  }
});

test('CALL-25 a process whose database is gone, or not migrated, is not ready', async () => {
  const { db, drop } = await createTestDatabase();
  const clock = createManualClock();
  try {
    expect(await createReadiness({ db, clock })()).toEqual({ ready: true });
    await db.deleteFrom('kysely_migration' as never).execute();
    expect(await createReadiness({ db, clock })()).toMatchObject({
      ready: false,
      reason: expect.stringContaining('migrate'),
    });
  } finally {
    await drop();
  }
  expect(await createReadiness({ db, clock })()).toEqual({
    ready: false,
    reason: 'The database cannot be reached.',
  });
  expect(clock.pending).toBe(0);
});
