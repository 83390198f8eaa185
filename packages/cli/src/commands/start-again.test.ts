/**
 * A program that stops or is killed with messages in flight, and the next start: promise 3 (a message is submitted at most
 * once) and promise 4 (everything ends), counted at the carrier, a separate process.
 */
import { findRunningCluster } from '@textprobe/database/cluster/start-cluster';
import { closeDatabase, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { passDeadlines, passLeases } from '@textprobe/engine/testing/pass-deadlines';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CarrierWorld, openCarrierWorld } from '../testing/carrier-world.ts';
import { countOf, hasEnded } from '../testing/console.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const WINDOW = 5;
const OFFICES = 2;
const PHONES = 20;
const ALL = OFFICES * PHONES;
const ANSWERED = 15;

let world: CarrierWorld;
beforeAll(async () => {
  world = await openCarrierWorld({ offices: OFFICES, phones: PHONES, link: { window: WINDOW } });
}, PROGRAM_TEST_MS);
afterAll(() => world?.close());

const runningPostgres = () => world.site.postgresOf(world.settings.DATA_DIR);

it('SIGTERM under load is graceful: answers are kept, and the next start sends the rest, each message once', async () => {
  await world.start();
  const { accept, accepted, program, smsc } = world;
  const testId = await world.createHalf(ANSWERED);
  const ending = program.end('SIGTERM');
  await program.said(/"msg":"shutting down/u);
  // The carrier answers again, a window a second: so slowly that the program stops claiming before everything is sent.
  let answered = ANSWERED;
  const answering = setInterval(() => {
    for (const { from, to } of smsc.submissions.slice(answered)) smsc.answerNow(accept({ from, to }));
    answered = smsc.submissions.length;
  }, 1_000);
  const end = await ending.finally(() => clearInterval(answering));
  // A forced exit would have code 1.
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(await runningPostgres()).toBeNull();
  expect(smsc.unbinds).toBe(1);
  expect(smsc.submissions.length).toBeLessThan(ALL);

  smsc.answerBy(accept);
  await world.start();
  const { console } = world;
  await smsc.submitted(ALL);
  await console.reportWhen(testId, (report) => countOf(report, 'accepted') === ALL);
  expect(await world.sendReceipts()).toBe(accepted.size);
  const report = await console.reportWhen(testId, hasEnded);
  expect(report.test.executionStatus).toBe('DELIVERED');
  expect(countOf(report, 'accepted')).toBe(ALL);
  expect(new Set(smsc.submissions.map(({ text }) => text)).size).toBe(ALL);
  expect(smsc.submissions).toHaveLength(ALL);
});

it('SERVER-4 after kill -9 the next start recovers, ends every message, and sends none twice', async () => {
  const { accept, accepted, smsc, settings } = world;
  const before = smsc.submissions.length;
  const testId = await world.createHalf(ANSWERED);
  // Waits until the answered ones are committed: how many a kill would hit before that depends on the machine.
  await world.console.reportWhen(testId, (report) => countOf(report, 'accepted') === ANSWERED);
  const postgres = await runningPostgres();
  world.console.leave();
  expect(await world.program.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  // PostgreSQL survives, and is taken over.
  expect(await runningPostgres()).toBe(postgres);

  smsc.answerBy(accept);
  await world.start();
  const { console, program } = world;
  process.stdout.write(`start after kill -9: ready after ${program.readyAfterMs.toFixed(0)} ms\n`);
  expect(await runningPostgres()).toBe(postgres);
  const url = await findRunningCluster(settings.DATA_DIR);
  const db = openDatabase({ url: url ?? '', log: silentLog, applicationName: 'test', maxConnections: 1 });
  // The others are sent, then the leases of the dead process expire.
  await console.reportWhen(testId, (report) => countOf(report, 'accepted') === ALL - WINDOW);
  await passLeases(db);
  await console.reportWhen(
    testId,
    (report) => countOf(report, 'unknown') === WINDOW && countOf(report, 'accepted') === ALL - WINDOW,
  );
  expect(await world.sendReceipts()).toBe(accepted.size);
  // The others stay unanswered.
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
