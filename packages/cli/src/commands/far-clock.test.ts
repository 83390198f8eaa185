/** A clock that is temporarily months ahead: data created in that time is kept, and prevents no later start. */
import { writeFile } from 'node:fs/promises';
import { calls } from '@textprobe/contract/calls';
import { findRunningCluster } from '@textprobe/database/cluster/start-cluster';
import { closeDatabase, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { listFilledDefaultPartitions } from '@textprobe/database/migrations/month-partitions';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CarrierWorld, OPERATOR_PASSWORD, openCarrierWorld } from '../testing/carrier-world.ts';
import { openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const PHONES = 3;
const DAY_MS = 24 * 3_600_000;

let site: DataSite;
let world: CarrierWorld;
beforeAll(async () => {
  site = await makeDataSite();
  await setClockAhead(0);
  world = await openCarrierWorld({
    site,
    offices: 1,
    phones: PHONES,
    settings: {
      CONFIRMATION_DEADLINE: '15m',
      CLOCK_SHIFT_FILE: site.path('ahead'),
      NODE_OPTIONS: `--import ${new URL('../testing/clock-shift.ts', import.meta.url).href}`,
    },
  });
}, PROGRAM_TEST_MS);
afterAll(() => world?.close());

it('GUARD-10 a test created with a clock 125 days ahead is sent, and still there at starts 14, 45 and 130 days later', async () => {
  const { smsc } = world;
  smsc.answerBy(world.accept);
  await world.start();
  await setClockAhead(125);
  process.kill(world.program.pid, 'SIGUSR2');
  // The earlier session has expired by that clock.
  const console = await openConsole(world.program.place, OPERATOR_PASSWORD);
  const testId = await console.createTest({
    officeIDs: (await console.offices()).map(({ id }) => id),
    phoneIDs: (await console.phones()).map(({ id }) => id),
  });
  await smsc.submitted(PHONES);
  await console.reportWhen(testId, ({ testLogs }) =>
    testLogs.every(({ submission }) => submission.outcome === 'accepted'),
  );
  console.leave();
  world.console.leave();
  expect(await filledDefaultPartitions()).toContain('messages_default');
  await world.program.end();

  for (const days of [14, 45, 130]) {
    await setClockAhead(days);
    await world.start();
    world.console.leave();
    const report = await world.console.client.call(calls.report, { query: { testId } });
    expect(report.testLogs.map(({ submission }) => submission.outcome)).toEqual(
      Array.from({ length: PHONES }, () => 'accepted'),
    );
    // Partitions are created three months ahead, and take their rows then; a minute later if their tables are in use.
    if (days > 14) await expect.poll(filledDefaultPartitions, { timeout: 150_000 }).toEqual([]);
    await world.program.end();
  }
});

/** Applies to the next program, or to a running one at SIGUSR2. */
async function setClockAhead(days: number): Promise<void> {
  await writeFile(site.path('ahead'), String(days * DAY_MS));
}

async function filledDefaultPartitions(): Promise<string[]> {
  const url = await findRunningCluster(site.path('data'));
  if (url === null) throw new Error('no PostgreSQL is running');
  const db = openDatabase({ url, log: silentLog, applicationName: 'test', maxConnections: 1 });
  try {
    return await listFilledDefaultPartitions(db);
  } finally {
    await closeDatabase(db);
  }
}
