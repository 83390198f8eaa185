/** Health probes over HTTP, with the real database checks. */
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { closeDatabase, type Database, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { createProbePace, createReadiness } from './health.ts';

test('CALL-25 live and ready answer without a session; draining turns ready off and leaves live on', async () => {
  await using server = await startTestServer();
  const probe = server.visitor();
  expect(await probe.call(calls.healthLive)).toEqual({ alive: true });
  expect(await probe.call(calls.healthReady)).toEqual({ ready: true });
  server.app.drain();
  const response = await probe.send('GET', calls.healthReady.path);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ready: false, reason: 'The process is shutting down.' });
  expect(await probe.call(calls.healthLive)).toEqual({ alive: true });
});

test('CALL-25 a process whose database is gone, or not migrated, is not ready', async () => {
  const { db, drop } = await createTestDatabase();
  const clock = createManualClock();
  try {
    await addAccount(db);
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

test('CALL-25 a read-only database makes a process unready, and the answer says why', async () => {
  const { db, url, drop } = await createTestDatabase();
  const clock = createManualClock();
  // As on a standby or a read-only disk, for all new connections.
  const name = new URL(url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(db);
  const readOnly = openDatabase({ url, log: silentLog, applicationName: 'standby' });
  const readiness = createReadiness({ db: readOnly, clock });
  const server = await startTestServer({ db, readiness });
  try {
    const response = await server.visitor().send('GET', calls.healthReady.path);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ ready: false, reason: 'The database is read-only.' });
  } finally {
    await server.close();
    await closeDatabase(readOnly);
    await drop();
  }
});

test('CALL-25 a database that does not answer within two seconds makes a process unready', async () => {
  const { db, drop } = await createTestDatabase({ maxConnections: 1 });
  onTestFinished(drop);
  const clock = createManualClock();
  // The only connection is in use, so the query waits.
  await db.connection().execute(async () => {
    const asked = createReadiness({ db, clock })();
    await clock.advance(2_000);
    expect(await asked).toEqual({ ready: false, reason: 'The database does not answer.' });
  });
});

test('GUARD-2 before the first account exists a process is not ready', async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const clock = createManualClock();
  const readiness = createReadiness({ db, clock });
  expect(await readiness()).toEqual({
    ready: false,
    reason: 'There is no account yet: the first start has not finished.',
  });
  await addAccount(db);
  await clock.advance(1_000);
  expect(await readiness()).toEqual({ ready: true });
});

test('GUARD-2 a flood of probes costs one database check a second, and no answer is older than that', async () => {
  const queries: string[] = [];
  // One connection, so that its session settings apply to every check.
  const { db, drop } = await createTestDatabase({ maxConnections: 1 });
  onTestFinished(drop);
  const clock = createManualClock();
  await addAccount(db);
  const readiness = createReadiness({ db: withLog(db, queries), clock });
  await readiness();
  const first = queries.length;
  expect(first).toBeGreaterThan(0);
  for (let probe = 0; probe < 100; probe += 1) expect(await readiness()).toEqual({ ready: true });
  await Promise.all(Array.from({ length: 100 }, () => readiness()));
  expect(queries).toHaveLength(first);
  await sql`set default_transaction_read_only = on`.execute(db);
  await clock.advance(999);
  expect(await readiness()).toEqual({ ready: true });
  await clock.advance(1);
  const asked = await Promise.all(Array.from({ length: 100 }, () => readiness()));
  expect(new Set(asked.map(({ reason }) => reason))).toEqual(new Set(['The database is read-only.']));
  expect(queries).toHaveLength(first + 1);
});

test('GUARD-2 a flood of probes is answered 16 every 10 ms, in order; a few are answered at once', async () => {
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
  // One more queues behind those that wait.
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

/** The same database, with each query recorded. */
function withLog(db: Database, queries: string[]): Database {
  return db.withPlugin({
    transformQuery({ node }) {
      queries.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

function addAccount(db: Database) {
  return createAccount(db, {
    username: 'admin',
    role: 'administrator',
    passwordHash: 'none',
    createdAt: Date.now(),
  });
}
