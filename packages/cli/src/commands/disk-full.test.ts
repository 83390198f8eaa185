/**
 * The disk of the embedded PostgreSQL fills up while messages are in flight, then gets space again: writes are refused in the
 * meantime, no message reaches the carrier without a committed claim, and nothing acknowledged is lost.
 */
import { open, rm } from 'node:fs/promises';
import { calls } from '@textprobe/contract/calls';
import { findRunningCluster } from '@textprobe/database/cluster/start-cluster';
import { closeDatabase, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type CarrierWorld, openCarrierWorld } from '../testing/carrier-world.ts';
import { hasEnded } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { type Mount, mountInMemory } from '../testing/mounts.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const OFFICES = 2;
const PHONES = 20;
const ALL = OFFICES * PHONES;
const WINDOW = 5;
const ANSWERED = 15;
const NO_MOUNTS = 'only root can mount a small disk, and not in every container';

let site: DataSite;
let mount: Mount | null;
let world: CarrierWorld;
let recipients: { officeIDs: number[]; phoneIDs: number[] };
/** The tests that were answered 201. */
const acknowledged: number[] = [];

beforeAll(async () => {
  site = await makeDataSite();
  mount = mountInMemory(site.path('disk'), 'size=250m,mode=0755');
  if (mount === null) return;
  world = await openCarrierWorld({
    site,
    offices: OFFICES,
    phones: PHONES,
    link: { window: WINDOW },
    settings: { DATA_DIR: site.path('disk/data') },
  });
  await world.start();
  const offices = await world.console.offices();
  const phones = await world.console.phones();
  recipients = { officeIDs: offices.map(({ id }) => id), phoneIDs: phones.map(({ id }) => id) };
});
// A second try after a failure begins with space and a running server too.
beforeEach(async () => {
  if (mount === null) return;
  await rm(site.path('disk/ballast'), { force: true });
  await vi.waitUntil(async () => (await probe(calls.healthReady)) === 200, { timeout: PROGRAM_TEST_MS });
});
afterAll(async () => {
  // On a full disk PostgreSQL could not shut down cleanly.
  await rm(site.path('disk/ballast'), { force: true });
  await world?.end();
  mount?.unmount();
  await site.remove();
});

/** Allocates every free block. @returns a function that frees them */
async function fillDisk(): Promise<() => Promise<void>> {
  const file = site.path('disk/ballast');
  const ballast = await open(file, 'a');
  for (const size of [1_048_576, 4_096]) {
    const octets = Buffer.alloc(size, 1);
    let isFull = false;
    while (!isFull) {
      await ballast.write(octets).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
        isFull = true;
      });
    }
  }
  await ballast.close();
  return () => rm(file);
}

async function create(): Promise<Response> {
  const body = { ...recipients, partnerIDs: [1], clientIDs: [], messageBody: `Hello ${'x'.repeat(820)}` };
  const response = await world.console.client.send('POST', calls.createTest.path, { body });
  const answer = (await response.clone().json()) as { testId: number };
  if (response.status === 201) acknowledged.push(answer.testId);
  return response;
}

const reportOf = (testId: number) => world.console.client.call(calls.report, { query: { testId } });

async function probe({ path }: { readonly path: string }): Promise<number> {
  return (await fetch(new URL(path, world.program.place))).status;
}

/** Messages with a committed claim, over all tests. */
async function countIntents(): Promise<number> {
  let count = 0;
  for (const testId of acknowledged) {
    const { testLogs } = await reportOf(testId);
    count += testLogs.filter(({ submission }) => submission.outcome !== 'waiting').length;
  }
  return count;
}

/** Exactly the tests that were answered 201 exist, and finish. */
async function seeAllEnd(): Promise<void> {
  const { accepted, console, smsc } = world;
  await vi.waitUntil(async () => (await probe(calls.healthReady)) === 200, { timeout: PROGRAM_TEST_MS });
  for (const testId of acknowledged) {
    await vi.waitUntil(
      async () => {
        const { testLogs } = await reportOf(testId);
        return (
          testLogs.length === ALL && testLogs.every(({ submission }) => submission.outcome === 'accepted')
        );
      },
      { timeout: PROGRAM_TEST_MS, interval: 200 },
    );
  }
  // Concurrently: in sequence each would wait for its own commit. Beyond a thousand the rest is deferred.
  const receipts = [...accepted];
  while (receipts.length > 0) {
    const taken = await Promise.all(
      receipts
        .splice(0, 500)
        .map(([providerId, { from: office, to: phone }]) =>
          smsc.sendReceipt({ providerId, state: 'delivered', office, phone }),
        ),
    );
    expect(taken.filter((isTaken) => !isTaken)).toEqual([]);
  }
  accepted.clear();
  for (const testId of acknowledged) {
    await vi.waitUntil(async () => hasEnded(await reportOf(testId)), {
      timeout: PROGRAM_TEST_MS,
      interval: 200,
    });
    expect((await reportOf(testId)).test.executionStatus).toBe('DELIVERED');
  }
  expect(await console.client.call(calls.listTests)).toHaveLength(acknowledged.length);
  // A long message has its code at the end of its last part.
  const lasts = smsc.submissions.filter(({ part, parts }) => part === parts);
  expect(new Set(lasts.map(({ text }) => text)).size).toBe(acknowledged.length * ALL);
  expect(lasts).toHaveLength(acknowledged.length * ALL);
  expect(smsc.submissions).toHaveLength(lasts.reduce((sum, { parts }) => sum + parts, 0));
}

it('Promises 1 and 3: on a full disk every write is refused and nothing is sent without a committed claim; with space everything continues', async ({
  skip,
}) => {
  if (mount === null) return skip(NO_MOUNTS);
  const { accept, smsc } = world;
  acknowledged.push(await world.createHalf(ANSWERED));
  const makeRoom = await fillDisk();

  let refusals = 0;
  for (let tries = 0; tries < 100 && refusals < 5; tries += 1) {
    const response = await create();
    if (response.status === 201) continue;
    refusals += 1;
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      code: 'database.unavailable',
      detail: expect.stringContaining('disk of the database is full'),
    });
  }
  expect(refusals).toBe(5);
  expect(await probe(calls.healthLive)).toBe(200);
  // The carrier answers again, and the engine sends only what it can commit first.
  smsc.answerBy(accept);
  for (const message of smsc.submissions.slice(-WINDOW)) smsc.answerNow(accept(message));
  for (let looks = 0; looks < 5; looks += 1) {
    const begun = smsc.submissions.filter(({ part }) => part === 1).length;
    expect(await countIntents()).toBeGreaterThanOrEqual(begun);
  }

  await makeRoom();
  await seeAllEnd();
});

it('Promise 1: PostgreSQL crashes on a full disk, is restarted once there is space, and has everything acknowledged', async ({
  skip,
}) => {
  if (mount === null) return skip(NO_MOUNTS);
  const url = await findRunningCluster(site.path('disk/data'));
  const db = openDatabase({ url: url ?? '', log: silentLog, applicationName: 'test', maxConnections: 1 });
  // Before the disk is full: a new connection needs to write a file.
  await sql`select pg_current_wal_lsn()`.execute(db);
  const makeRoom = await fillDisk();
  // Its WAL fills segment after segment until it needs one that cannot be created.
  const useUpLog = async () => {
    for (let files = 0; files < 100; files += 1) {
      await sql`select pg_logical_emit_message(true, 'test', 'x')`.execute(db);
      await sql`select pg_switch_wal()`.execute(db);
    }
  };
  // With its last error, a broken connection, or the refusal of a new one.
  await expect(useUpLog()).rejects.toThrow();
  await closeDatabase(db);
  await world.program.said(/PostgreSQL stopped unexpectedly; restarting it/u);
  expect(await probe(calls.healthLive)).toBe(200);
  // Readiness is checked once a second.
  await vi.waitUntil(async () => (await probe(calls.healthReady)) === 503, { timeout: PROGRAM_TEST_MS });
  expect((await create()).status).toBe(503);

  await makeRoom();
  await world.program.said(/PostgreSQL is running again/u);
  await vi.waitUntil(async () => (await create()).status === 201, {
    timeout: PROGRAM_TEST_MS,
    interval: 200,
  });
  await seeAllEnd();
});
