/**
 * The connection to PostgreSQL drops all packets silently, like a firewall that lost its state: nothing is closed and nothing
 * answers. The program detects it, recovers once the network is back, and sends no duplicates.
 */
import { calls } from '@textprobe/contract/calls';
import type { Report } from '@textprobe/contract/messages';
import { PROGRAM_TEST_MS, runProgram } from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countOf, hasEnded } from '../testing/console.ts';
import { ALL, ANSWERED, type FaultWorld, openFaultWorld, WINDOW } from '../testing/fault-world.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const GAVE_UP = /gave up a database connection/u;

let world: FaultWorld;
beforeAll(async () => {
  // A query that is slow on a busy machine must not count as silent.
  world = await openFaultWorld({ DATABASE_TIMEOUT: '3s' });
});
afterAll(() => world?.close());

const ask = ({ path }: { readonly path: string }) => fetch(new URL(path, world.program.place));

/**
 * Polls: there is no event for readiness, and those for the report come over a connection that is dead too, which its own
 * heartbeat detects after 20 s.
 */
async function until<Seen>(look: () => Promise<Seen>, isSo: (seen: Seen) => boolean): Promise<Seen> {
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isReady = () =>
  until(
    () => ask(calls.healthReady),
    ({ status }) => status === 200,
  );
const reportWhen = (testId: number, isSo: (report: Report) => boolean) =>
  until(() => world.console.client.call(calls.report, { query: { testId } }), isSo);

it('Promises 1, 3 and 6: a silent database is detected in time, and the program recovers by itself without duplicates', async () => {
  const { accept, console, program, smsc, wire } = world;
  const testId = await world.startHalf();

  wire.swallow();
  // Answers to commit and a call to answer, over connections not yet known to be dead.
  smsc.answerBy(accept);
  for (const message of smsc.submissions.slice(-WINDOW)) smsc.answerNow(accept(message));
  const refused = console.client.send('GET', calls.listTests.path);
  // Readiness is checked once a second.
  const unready = await until(
    () => ask(calls.healthReady),
    ({ status }) => status !== 200,
  );
  expect(unready.status).toBe(503);
  expect(await unready.json()).toEqual({ ready: false, reason: 'The database does not answer.' });
  await program.said(GAVE_UP);
  expect((await ask(calls.healthLive)).status).toBe(200);
  const refusal = await refused;
  expect(refusal.status).toBe(503);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusal.json()).toMatchObject({ code: 'database.unavailable' });
  expect(smsc.submissions.length).toBeLessThanOrEqual(ANSWERED + WINDOW);

  await wire.mend();
  await isReady();
  await smsc.submitted(ALL);
  await reportWhen(testId, (report) => countOf(report, 'accepted') === ALL);
  expect(await world.sendReceipts()).toBe(ALL);
  const report = await reportWhen(testId, hasEnded);
  expect(report.test.executionStatus).toBe('DELIVERED');
  expect(smsc.submissions).toHaveLength(ALL);
  expect(new Set(smsc.submissions.map(({ text }) => text)).size).toBe(ALL);
  expect(smsc.binds).toBe(1);
});

it('Promise 5: a commit whose confirmation was lost is applied once and counted once', async () => {
  const { accept, accepted, program, settings, smsc, wire } = world;
  const before = smsc.submissions.length;
  smsc.answerBy(() => 'silence');
  // A full window: nothing is left to claim.
  const testId = await world.createTest({ offices: 1, phones: WINDOW });
  await smsc.submitted(before + WINDOW);
  const gaveUpBefore = program.output.stderr.split(GAVE_UP).length;

  const lost = wire.swallowAnswers();
  for (const message of smsc.submissions.slice(-WINDOW)) smsc.answerNow(accept(message));
  await lost;
  await until(
    async () => program.output.stderr.split(GAVE_UP).length,
    (count) => count > gaveUpBefore,
  );
  await wire.mend();
  await isReady();
  await reportWhen(testId, (report) => countOf(report, 'accepted') === WINDOW);
  expect(accepted.size).toBe(ALL + WINDOW);
  await world.sendReceipts();
  const report = await reportWhen(testId, hasEnded);
  expect(report.test.executionStatus).toBe('DELIVERED');
  expect(smsc.submissions).toHaveLength(before + WINDOW);
  expect(await runProgram(['rollups', 'check'], { settings })).toMatchObject({
    code: 0,
    stdout: 'The rollups match the messages.\n',
  });
});
