/**
 * PostgreSQL stops while messages are in flight, and comes back: requests are refused in the meantime, and the program then
 * recovers by itself, without loss or duplicates. Counted at the carrier and in the database.
 */
import { calls } from '@textprobe/contract/calls';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { createTestClient } from '@textprobe/server/testing/test-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OPERATOR_PASSWORD } from '../testing/carrier-world.ts';
import { countOf, hasEnded } from '../testing/console.ts';
import { ALL, ANSWERED, type FaultWorld, openFaultWorld, WINDOW } from '../testing/fault-world.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

/** Milliseconds without a database. */
const AWAY_MS = process.env.TEXTPROBE_SOAK ? 30_000 : 3_000;

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld();
});
afterAll(() => world?.close());

async function probe({ path }: { readonly path: string }): Promise<number> {
  return (await fetch(new URL(path, world.program.place))).status;
}

async function readyIs(status: number): Promise<void> {
  while ((await probe(calls.healthReady)) !== status) await pause(50);
}

/** The time without a database is the subject of the test, so there is no event to wait for. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('Promises 1, 3 and 6: without PostgreSQL everything gets 503 with Retry-After; afterwards it recovers by itself without duplicates', async () => {
  const { accept, console, program, sendReceipts, smsc, wire } = world;
  const testId = await world.startHalf();

  await wire.cut();
  const awaySince = performance.now();
  // What the carrier sends now cannot be committed: answers are kept, and receipts requested again.
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
      await createTestClient(program.place).login('admin', OPERATOR_PASSWORD),
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
      countOf(await console.client.call(calls.report, { query: { testId } }), 'accepted') === ALL ||
      undefined,
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
