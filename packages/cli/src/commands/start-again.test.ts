/**
 * A program that ends while messages are under way, in good order or by force, and the next start: promise 3 (a message
 * is submitted at most once) and promise 4 (everything ends), counted at the carrier, which is another process.
 */
import type { Report } from '@textprobe/contract/messages';
import { findRunningCluster } from '@textprobe/database/cluster/running-cluster';
import { closeDatabase, openDatabase } from '@textprobe/database/connection';
import { silentLog } from '@textprobe/database/log';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { passDeadlines, passLeases } from '@textprobe/engine/testing/pass-deadlines';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { FIRST_MESSAGE_ID } from '@textprobe/gateways/testing/test-carrier';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Console, hasEnded, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { writeCarriersFile, writeDirectoryFile } from '../testing/input-files.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const PASSWORD = 'correct horse';
const WINDOW = 5;
const OFFICES = 2;
const PHONES = 20;
const ALL = OFFICES * PHONES;
/** After so many the carrier falls silent: the window fills, and the rest waits. */
const ANSWERED = 15;

let site: DataSite;
let smsc: ProgrammableSmsc;
let settings: Record<string, string>;
let program: Program;
let console: Console;
let nextId = FIRST_MESSAGE_ID;
/** What the carrier took, by the id it gave. */
let accepted: Map<string, { readonly from: string; readonly to: string }>;

beforeAll(async () => {
  site = await makeDataSite();
  smsc = await startProgrammableSmsc();
  settings = {
    DATA_DIR: site.path('data'),
    CARRIERS: site.path('carriers.json'),
    ADMIN_PASSWORD: PASSWORD,
    // Neither what waits for the next start nor what waits for an answer must run out of its time on a slow machine.
    CONFIRMATION_DEADLINE: '10m',
  };
  await writeCarriersFile(settings.CARRIERS ?? '', smsc.port, { window: WINDOW, responseTimeoutMs: 60_000 });
  await writeDirectoryFile(site.path('directory.csv'), { offices: OFFICES, phones: PHONES });
  const imported = await runProgram(['import', site.path('directory.csv')], { settings });
  expect(imported).toMatchObject({ code: 0 });
});
afterAll(async () => {
  console?.leave();
  await program?.end();
  await smsc.close();
  await site.remove(site.path('data'));
});

async function start(): Promise<void> {
  program = await startProgram(['start'], { settings });
  console = await openConsole(program.place, PASSWORD);
}

/** A test of all offices and phones, of which the carrier has answered some and holds a window full. */
async function startHalf(): Promise<number> {
  const before = smsc.submissions.length;
  accepted = new Map();
  smsc.answerBy((message) => (accepted.size < ANSWERED ? accept(message) : 'silence'));
  const testId = await console.createTest({
    officeIDs: (await console.offices()).map(({ id }) => id),
    phoneIDs: (await console.phones()).map(({ id }) => id),
  });
  await smsc.submitted(before + ANSWERED + WINDOW);
  return testId;
}

function accept({ from, to }: { readonly from: string; readonly to: string }) {
  const id = String(nextId++);
  accepted.set(id, { from, to });
  return { accept: id };
}

async function sendReceipts(): Promise<void> {
  for (const [providerId, { from: office, to: phone }] of accepted) {
    expect(await smsc.sendReceipt({ providerId, state: 'delivered', office, phone })).toBe(true);
  }
}

const outcomes = (report: Report) => report.testLogs.map(({ submission }) => submission.outcome);
const countOf = (report: Report, outcome: string) => outcomes(report).filter((one) => one === outcome).length;

it('SIGTERM under load ends in good order: what was answered is kept, the rest is sent by the next start, all once', async () => {
  await start();
  const testId = await startHalf();
  const ending = program.end('SIGTERM');
  await program.said(/"msg":"stopping/u);
  // From now on the carrier answers again, first of all what it was silent about.
  smsc.answerBy(accept);
  for (const { from, to } of smsc.submissions.slice(-WINDOW)) smsc.answerNow(accept({ from, to }));
  const end = await ending;
  // Not by force, which ends with 1.
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(await site.postgresOf(site.path('data'))).toBeNull();
  expect(smsc.farewells).toBe(1);
  expect(smsc.submissions.length).toBeLessThan(ALL);

  await start();
  await smsc.submitted(ALL);
  await console.reportWhen(testId, (report) => countOf(report, 'accepted') === ALL);
  await sendReceipts();
  const report = await console.reportWhen(testId, hasEnded);
  expect(report.test.executionStatus).toBe('DELIVERED');
  expect(countOf(report, 'accepted')).toBe(ALL);
  expect(new Set(smsc.submissions.map(({ text }) => text)).size).toBe(ALL);
  expect(smsc.submissions).toHaveLength(ALL);
});

it('SERVER-4 after kill -9 the next start takes over, ends every message, and sends none a second time', async () => {
  const before = smsc.submissions.length;
  const testId = await startHalf();
  // Those that were answered are to be noted: how many of them a kill catches before that, the machine decides.
  await console.reportWhen(testId, (report) => countOf(report, 'accepted') === ANSWERED);
  const postgres = await site.postgresOf(site.path('data'));
  console.leave();
  expect(await program.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  // PostgreSQL outlives it, and is taken over as it is.
  expect(await site.postgresOf(site.path('data'))).toBe(postgres);

  smsc.answerBy(accept);
  await start();
  process.stdout.write(`start after kill -9: ready after ${program.readyAfterMs.toFixed(0)} ms\n`);
  expect(await site.postgresOf(site.path('data'))).toBe(postgres);
  const url = await findRunningCluster(site.path('data'));
  const db = openDatabase({ url: url ?? '', log: silentLog, applicationName: 'test', maxConnections: 1 });
  // The others go out, and then the leases of the dead end.
  await console.reportWhen(testId, (report) => countOf(report, 'accepted') === ALL - WINDOW);
  await passLeases(db);
  await console.reportWhen(
    testId,
    (report) => countOf(report, 'unknown') === WINDOW && countOf(report, 'accepted') === ALL - WINDOW,
  );
  await sendReceipts();
  // Of the others nobody will ever hear.
  await passDeadlines(db);
  await closeDatabase(db);
  const report = await console.reportWhen(testId, hasEnded);

  expect(countOf(report, 'unknown')).toBe(WINDOW);
  expect(countOf(report, 'accepted')).toBe(ALL - WINDOW);
  expect(report.test.executionStatus).toBe('DELIVERED');
  const texts = smsc.submissions.slice(before).map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).toHaveLength(ALL);
});
