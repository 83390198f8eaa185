/**
 * The wire to PostgreSQL loses everything without a word, as a firewall does that forgot its connections: nothing is closed
 * and nothing answers. The program finds out by itself, goes on once there is a way again, and nothing is doubled.
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
  // Nor must a query that a busy machine takes long over be taken for a silent one.
  world = await openFaultWorld({ DATABASE_TIMEOUT: '6s' });
});
afterAll(() => world?.close());

const ask = ({ path }: { readonly path: string }) => fetch(new URL(path, world.program.place));

/**
 * Looks again and again: of readiness there is no event, and those of the report come over a connection that is dead too
 * and is found out by its own heartbeat, in 20 s.
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

it('Promises 1, 3 and 6: a database that falls silent is found out in time and all goes on alone, nothing doubled', async () => {
  const { accept, console, program, smsc, wire } = world;
  const testId = await world.startHalf();

  wire.swallow();
  // The answers to be noted, and a call to be answered, over connections of which nobody knows that they are dead.
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

it('Promise 5: what was committed while its answer was lost is noted once, and counted once', async () => {
  const { accept, accepted, program, settings, smsc, wire } = world;
  const before = smsc.submissions.length;
  smsc.answerBy(() => 'silence');
  // A window full: nothing is left to be claimed.
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
