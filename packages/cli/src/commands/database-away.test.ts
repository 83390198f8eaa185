/**
 * PostgreSQL goes away under a program that has messages under way, stays away, and comes back: refusals meanwhile, and
 * afterwards the program goes on by itself, with nothing lost and nothing doubled. Counted at the carrier and the database.
 */
import { calls } from '@textprobe/contract/calls';
import type { Report } from '@textprobe/contract/messages';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { createTestClient } from '@textprobe/server/testing/test-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hasEnded } from '../testing/console.ts';
import { FAULT_WORLD_PASSWORD, type FaultWorld, openFaultWorld } from '../testing/fault-world.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const WINDOW = 5;
const OFFICES = 2;
const PHONES = 10;
const ALL = OFFICES * PHONES;
/** After so many the carrier falls silent: the window fills, and the rest waits. */
const ANSWERED = 8;
/** Milliseconds without a database. */
const AWAY_MS = process.env.TEXTPROBE_SOAK ? 30_000 : 3_000;

let world: FaultWorld;
beforeAll(async () => {
  const link = { window: WINDOW, responseTimeoutMs: 60_000 };
  world = await openFaultWorld({ offices: OFFICES, phones: PHONES, link });
});
afterAll(() => world?.close());

async function probe({ path }: { readonly path: string }): Promise<number> {
  return (await fetch(new URL(path, world.program.place))).status;
}

async function readyIs(status: number): Promise<void> {
  while ((await probe(calls.healthReady)) !== status) await pause(50);
}

/** Time without a database is what is tested here, so there is no event to wait for. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const countAccepted = (report: Report) =>
  report.testLogs.filter(({ submission }) => submission.outcome === 'accepted').length;

it('Promises 1, 3 and 6: without PostgreSQL all is refused with 503 and Retry-After; once it is back, all goes on alone and nothing is doubled', async () => {
  const { accept, accepted, console, program, sendReceipts, smsc, wire } = world;
  smsc.answerBy((message) => (accepted.size < ANSWERED ? accept(message) : 'silence'));
  const testId = await world.createTest();
  await console.reportWhen(testId, (report) => countAccepted(report) === ANSWERED);
  await smsc.submitted(ANSWERED + WINDOW);

  await wire.cut();
  const awaySince = performance.now();
  // What the carrier says now can be told to nobody: the answers are kept, the receipts asked for again.
  smsc.answerBy(accept);
  const silent = smsc.submissions.slice(-WINDOW);
  for (const message of silent) smsc.answerNow(accept(message));
  expect(await sendReceipts()).toBe(0);
  await readyIs(503);
  let refused = 0;
  while (refused === 0 || performance.now() - awaySince < AWAY_MS) {
    expect(await probe(calls.healthLive)).toBe(200);
    expect(await probe(calls.healthReady)).toBe(503);
    const create = { partnerIDs: [1], clientIDs: [], officeIDs: [1], phoneIDs: [1], messageBody: 'Hello' };
    for (const response of [
      await console.client.send('GET', calls.listTests.path),
      await console.client.send('POST', calls.createTest.path, { body: create }),
      await createTestClient(program.place).login('admin', FAULT_WORLD_PASSWORD),
    ]) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: 'database.unavailable' });
      refused += 1;
    }
    await pause(200);
  }
  expect(refused).toBeGreaterThan(0);
  expect(smsc.submissions.length).toBeLessThanOrEqual(ANSWERED + WINDOW);

  await wire.mend();
  const back = performance.now();
  await readyIs(200);
  await smsc.submitted(ALL);
  await vi.waitUntil(
    async () =>
      countAccepted(await console.client.call(calls.report, { query: { testId } })) === ALL || undefined,
    { timeout: PROGRAM_TEST_MS, interval: 100 },
  );
  process.stdout.write(`all sent ${(performance.now() - back).toFixed(0)} ms after the database was back\n`);
  expect(await sendReceipts()).toBe(ALL);
  const report = await console.reportWhen(testId, hasEnded);
  expect(report.test.executionStatus).toBe('DELIVERED');
  expect(report.testLogs.filter(({ receipt }) => receipt.state === 'delivered')).toHaveLength(ALL);
  expect(smsc.submissions).toHaveLength(ALL);
  expect(new Set(smsc.submissions.map(({ text }) => text)).size).toBe(ALL);
  expect(await console.client.call(calls.listTests)).toHaveLength(1);
  expect(smsc.binds).toBe(1);
});
