/** A carrier that goes away and comes back, and one that withholds an answer, as the whole program meets them. */
import type { Report } from '@textprobe/contract/messages';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { FIRST_MESSAGE_ID } from '@textprobe/gateways/testing/test-carrier';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Console, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { writeCarriersFile, writeDirectoryFile } from '../testing/input-files.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const PASSWORD = 'correct horse';
const OFFICES = 2;
const PHONES = 10;
const ALL = OFFICES * PHONES;

let site: DataSite;
let database: TestDatabase;
let smsc: ProgrammableSmsc;
let program: Program;
let console: Console;
let nextId = FIRST_MESSAGE_ID;

beforeAll(async () => {
  site = await makeDataSite();
  database = await createTestDatabase();
  smsc = await startProgrammableSmsc();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: site.path('data'),
    CARRIERS: site.path('carriers.json'),
    ADMIN_PASSWORD: PASSWORD,
    CONFIRMATION_DEADLINE: '10m',
  };
  await writeCarriersFile(settings.CARRIERS, smsc.port, { window: 1, responseTimeoutMs: 1_000 });
  await writeDirectoryFile(site.path('directory.csv'), { offices: OFFICES, phones: PHONES });
  const imported = await runProgram(['import', site.path('directory.csv')], { settings });
  expect(imported, imported.stderr).toMatchObject({ code: 0 });
  program = await startProgram(['start'], { settings });
  console = await openConsole(program.place, PASSWORD);
  await smsc.bound();
});
afterAll(async () => {
  console?.leave();
  await program?.end();
  await smsc?.close();
  await database?.drop();
  await site?.remove();
});

async function createTest(): Promise<number> {
  const offices = await console.offices();
  const phones = await console.phones();
  return console.createTest({
    officeIDs: offices.map(({ id }) => id),
    phoneIDs: phones.map(({ id }) => id),
  });
}

const accept = () => {
  return { accept: String(nextId++) };
};
const countOf = ({ testLogs }: Report, outcome: string) =>
  testLogs.filter(({ submission }) => submission.outcome === outcome).length;

it('Promise 3: an answer that is withheld leaves one message unknown and its place free; coming late, it corrects it', async () => {
  let asked = 0;
  smsc.answerBy(() => {
    asked += 1;
    return asked === 1 ? 'silence' : accept();
  });
  const testId = await createTest();
  const report = await console.reportWhen(testId, (told) => countOf(told, 'accepted') === ALL - 1);
  expect(countOf(report, 'unknown')).toBe(1);
  smsc.answerNow(accept());
  await console.reportWhen(testId, (told) => countOf(told, 'accepted') === ALL);
  expect(smsc.submissions).toHaveLength(ALL);
  expect(smsc.binds).toBe(1);
});

it('Promises 3 and 4: a carrier that goes away is tried ever more seldom, and all goes out once it is back, each message once', async () => {
  const before = smsc.submissions.length;
  smsc.answerBy(accept);
  await smsc.goDown();
  const testId = await createTest();
  await program.said(/ECONNREFUSED.*"?.*\n(?:.*\n)*?.*ECONNREFUSED.*\n(?:.*\n)*?.*ECONNREFUSED/u);
  const waits = [...program.output.stderr.matchAll(/"nextTryInMs":(\d+)/gu)].map(([, ms]) => Number(ms));
  expect(waits.length).toBeGreaterThanOrEqual(3);
  for (const [index, ms] of waits.entries()) {
    const base = Math.min(60_000, 500 * 2 ** index);
    // After an end of a session that lasted, the first wait is not told: so the second may be the first here.
    expect([base, 2 * base].some((least) => ms >= least && ms <= 1.25 * least)).toBe(true);
  }
  expect(
    countOf(await console.reportWhen(testId, ({ testLogs }) => testLogs.length === ALL), 'waiting'),
  ).toBe(ALL);
  await smsc.comeBack();
  await console.reportWhen(testId, (told) => countOf(told, 'accepted') === ALL);
  const texts = smsc.submissions.slice(before).map(({ text }) => text);
  expect(texts).toHaveLength(ALL);
  expect(new Set(texts).size).toBe(ALL);
});
