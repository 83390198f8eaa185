/** A carrier that disconnects and returns, and one that withholds an answer, against the whole program. */
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CarrierWorld, openCarrierWorld } from '../testing/carrier-world.ts';
import { countOf } from '../testing/console.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const OFFICES = 2;
const PHONES = 10;
const ALL = OFFICES * PHONES;

let database: TestDatabase;
let world: CarrierWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await openCarrierWorld({
    offices: OFFICES,
    phones: PHONES,
    link: { window: 1, responseTimeoutMs: 1_000 },
    settings: { DATABASE_URL: database.url },
  });
  await world.start();
  await world.smsc.bound();
});
afterAll(async () => {
  await world?.close();
  await database?.drop();
});

it('Promise 3: a withheld answer leaves one message unknown and frees its slot; arriving late, it corrects the message', async () => {
  const { accept, console, smsc } = world;
  let asked = 0;
  smsc.answerBy((message) => {
    asked += 1;
    return asked === 1 ? 'silence' : accept(message);
  });
  const testId = await world.createTest();
  const report = await console.reportWhen(testId, (current) => countOf(current, 'accepted') === ALL - 1);
  expect(countOf(report, 'unknown')).toBe(1);
  smsc.answerNow(accept({ from: '', to: '' }));
  await console.reportWhen(testId, (current) => countOf(current, 'accepted') === ALL);
  expect(smsc.submissions).toHaveLength(ALL);
  expect(smsc.binds).toBe(1);
});

it('Promises 3 and 4: an unreachable carrier is retried with backoff, and every message is sent exactly once when it is back', async () => {
  const { accept, console, program, smsc } = world;
  const before = smsc.submissions.length;
  smsc.answerBy(accept);
  await smsc.goDown();
  const testId = await world.createTest();
  await program.said(/ECONNREFUSED.*"?.*\n(?:.*\n)*?.*ECONNREFUSED.*\n(?:.*\n)*?.*ECONNREFUSED/u);
  const waits = [...program.output.stderr.matchAll(/"nextTryInMs":(\d+)/gu)].map(([, ms]) => Number(ms));
  expect(waits.length).toBeGreaterThanOrEqual(3);
  for (const [index, ms] of waits.entries()) {
    const base = Math.min(60_000, 500 * 2 ** index);
    // After the end of an established session the first wait is not logged, so the second may be the first here.
    expect([base, 2 * base].some((least) => ms >= least && ms <= 1.25 * least)).toBe(true);
  }
  expect(
    countOf(await console.reportWhen(testId, ({ testLogs }) => testLogs.length === ALL), 'waiting'),
  ).toBe(ALL);
  await smsc.comeBack();
  await console.reportWhen(testId, (current) => countOf(current, 'accepted') === ALL);
  const texts = smsc.submissions.slice(before).map(({ text }) => text);
  expect(texts).toHaveLength(ALL);
  expect(new Set(texts).size).toBe(ALL);
});
