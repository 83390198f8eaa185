/** A clock that is months ahead for a while: what was made meanwhile is kept, and stops no start, whenever that comes. */
import { writeFile } from 'node:fs/promises';
import { calls } from '@textprobe/contract/calls';
import { findRunningCluster } from '@textprobe/database/cluster/running-cluster';
import { closeDatabase, openDatabase } from '@textprobe/database/connection';
import { silentLog } from '@textprobe/database/log';
import { listFilledDefaultPartitions } from '@textprobe/database/messages/default-partitions';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { writeCarriersFile, writeDirectoryFile } from '../testing/input-files.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const PASSWORD = 'correct horse';
const PHONES = 3;
const DAY_MS = 24 * 3_600_000;

let site: DataSite;
let smsc: ProgrammableSmsc;
let settings: Record<string, string>;
let program: Program | undefined;

beforeAll(async () => {
  site = await makeDataSite();
  smsc = await startProgrammableSmsc();
  let lastId = 0;
  smsc.answerBy(() => ({ accept: String((lastId += 1)) }));
  settings = {
    DATA_DIR: site.path('data'),
    CARRIERS: site.path('carriers.json'),
    ADMIN_PASSWORD: PASSWORD,
    CLOCK_SHIFT_FILE: site.path('ahead'),
    NODE_OPTIONS: `--import ${new URL('../testing/clock-shift.ts', import.meta.url).href}`,
  };
  await setClockAhead(0);
  await writeCarriersFile(settings.CARRIERS ?? '', smsc.port);
  await writeDirectoryFile(site.path('directory.csv'), { offices: 1, phones: PHONES });
  expect(await runProgram(['import', site.path('directory.csv')], { settings })).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await program?.end();
  await smsc.close();
  await site.remove(site.path('data'));
});

it('GUARD-10 a test made under a clock 125 days ahead is sent, and every start after that has it, 14, 45 and 130 days on', async () => {
  program = await startProgram(['start'], { settings });
  await setClockAhead(125);
  process.kill(program.pid, 'SIGUSR2');
  const console = await openConsole(program.place, PASSWORD);
  const testId = await console.createTest({
    officeIDs: (await console.offices()).map(({ id }) => id),
    phoneIDs: (await console.phones()).map(({ id }) => id),
  });
  await smsc.submitted(PHONES);
  await console.reportWhen(testId, ({ testLogs }) =>
    testLogs.every(({ submission }) => submission.outcome === 'accepted'),
  );
  console.leave();
  expect(await filledDefaultPartitions()).toContain('messages_default');
  await program.end();

  for (const days of [14, 45, 130]) {
    await setClockAhead(days);
    program = await startProgram(['start'], { settings });
    const later = await openConsole(program.place, PASSWORD);
    later.leave();
    const report = await later.client.call(calls.report, { query: { testId } });
    expect(report.testLogs.map(({ submission }) => submission.outcome)).toEqual(
      Array.from({ length: PHONES }, () => 'accepted'),
    );
    // A month is made three months ahead, and takes its rows then.
    if (days > 14) await expect.poll(filledDefaultPartitions).toEqual([]);
    await program.end();
  }
});

/** Of the next program, or of one that is told by SIGUSR2. */
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
