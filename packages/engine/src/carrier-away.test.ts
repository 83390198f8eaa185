/**
 * A carrier that is down for ten minutes: engine and SMPP gateway over a real socket and a real PostgreSQL, with a clock
 * that the test moves. The link's own tests are in `gateways/smpp/link.test.ts`.
 */
import { silentLog } from '@textprobe/database/core/log';
import { findLinks } from '@textprobe/database/gateways/gateway-links';
import { submissionStateFromRank } from '@textprobe/domain/ledger-states';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from './engine.ts';
import { createTickingClock, type TickingClock } from './testing/ticking-clock.ts';
import { createWorld, type World } from './testing/world.ts';

const MINUTE_MS = 60_000;
const OFFICES = 2;
const PHONES = 20;
const ALL = OFFICES * PHONES;

let clock: TickingClock;
let world: World;
let smsc: ProgrammableSmsc;
let engine: Engine;
/** Instants of failed connection attempts. */
let tries: { readonly at: number; readonly nextTryInMs: number }[];
let onTry: () => void;

beforeEach(() => {
  clock = createTickingClock();
  tries = [];
  onTry = () => {};
});
afterEach(async () => {
  await smsc.close();
  await world.close();
  clock.stop();
});

async function open({ sendExpiryMs }: { sendExpiryMs: number }): Promise<void> {
  world = await createWorld({ offices: OFFICES, phones: PHONES, evidence: 'receipt', clock });
  smsc = await startProgrammableSmsc();
  let ids = 0;
  smsc.answerBy(() => ({ accept: String((ids += 1)) }));
  const check = checkSmppSettings({
    host: '127.0.0.1',
    port: smsc.port,
    systemId: 'textprobe',
    password: 'secret',
  });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const log = {
    ...silentLog,
    warn(facts: object) {
      if (!('nextTryInMs' in facts)) return;
      tries.push({ at: clock.now(), nextTryInMs: Number(facts.nextTryInMs) });
      onTry();
    },
  };
  const deps = { clock, log, share: createSoleShare(clock) };
  const gateway = createSmppGateway({ ...deps, name: 'away', settings: check.settings });
  engine = await world.startEngine(gateway, { sendExpiryMs });
  await smsc.bound();
}

/** Leaps from one failed attempt to the next until this much time has passed since `from`. */
async function stayAway(from: number, ms: number): Promise<void> {
  while (clock.now() - from < ms) {
    const tried = new Promise<void>((resolve) => {
      onTry = resolve;
    });
    await leapToNextTry();
    await tried;
  }
}

/** No further: on a busy machine the next attempt would time out in the same leap. */
async function leapToNextTry(): Promise<void> {
  const last = tries.at(-1);
  await clock.pass(last === undefined ? 1_000 : Math.max(0, last.at + last.nextTryInMs - clock.now()));
}

const outcomes = async (testId: number) =>
  (await world.messagesOf(testId)).map(({ submission_state: rank }) => submissionStateFromRank(rank));

test('Promises 3 and 4: while a carrier is down for ten minutes, connections are retried at most once a minute; then every message is sent once', async () => {
  await open({ sendExpiryMs: 60 * MINUTE_MS });
  const from = clock.now();
  await smsc.goDown();
  const first = await world.createTest();
  await stayAway(from, 5 * MINUTE_MS);
  const second = await world.createTest();
  await stayAway(from, 10 * MINUTE_MS);

  const waits = tries.map(({ nextTryInMs }) => nextTryInMs);
  // The delay doubles from half a second to a minute, plus up to a quarter: at most sixteen attempts in ten minutes.
  expect(tries.length).toBeLessThanOrEqual(16);
  expect(waits.filter((ms) => ms < MINUTE_MS).length).toBeLessThanOrEqual(7);
  for (const [index, { at }] of tries.entries()) {
    const next = tries[index + 1];
    if (next !== undefined && at - from > 2 * MINUTE_MS)
      expect(next.at - at).toBeGreaterThanOrEqual(MINUTE_MS);
  }
  const [gateway] = engine.state().gateways;
  expect(gateway).toMatchObject({ link: 'down', inFlight: 0 });
  expect(gateway?.since).toBeLessThan(from + MINUTE_MS);
  expect(gateway?.reason).toMatch(/ECONNREFUSED.*The next try is in \d+ s\.$/u);
  await vi.waitFor(
    async () => {
      const published = (await findLinks(world.db, clock.now())).get(world.gatewayId);
      expect(published).toMatchObject({ link: 'down', since: gateway?.since });
    },
    { timeout: 15_000 },
  );
  for (const testId of [first, second]) {
    await world.until(async () => (await world.messagesOf(testId)).length === ALL);
    expect(new Set(await outcomes(testId))).toEqual(new Set(['waiting']));
  }

  await smsc.comeBack();
  await leapToNextTry();
  await smsc.submitted(2 * ALL);
  for (const testId of [first, second]) {
    await world.until(async () => (await outcomes(testId)).every((outcome) => outcome === 'accepted'));
  }
  const taken = await Promise.all(
    smsc.submissions.map(({ from: office, to: phone }, index) =>
      smsc.sendReceipt({ providerId: String(index + 1), state: 'delivered', office, phone }),
    ),
  );
  expect(taken.filter((isTaken) => !isTaken)).toEqual([]);
  for (const testId of [first, second]) {
    await world.until(async () => (await world.test(testId)).execution_status === 'DELIVERED');
  }
  expect(smsc.submissions).toHaveLength(2 * ALL);
  expect(new Set(smsc.submissions.map(({ text }) => text)).size).toBe(2 * ALL);
  expect(engine.state().gateways).toMatchObject([{ link: 'up', reason: null }]);
});

test('GUARD-8, promise 4: a message that no carrier could take before its expiry ends as never sent, and is not sent late', async () => {
  await open({ sendExpiryMs: 4 * MINUTE_MS });
  const from = clock.now();
  await smsc.goDown();
  const late = await world.createTest();
  await world.until(async () => (await world.messagesOf(late)).length === ALL);
  await stayAway(from, 5 * MINUTE_MS);
  await world.until(async () => (await world.test(late)).execution_status === 'FAILED');
  const messages = await world.messagesOf(late);
  expect(new Set(messages.map(({ status }) => messageStatusFromRank(status)))).toEqual(new Set(['FAILED']));
  expect(new Set(await outcomes(late))).toEqual(new Set(['expired']));
  // EVIDENCE-2: each says what it waited for.
  for (const { submission_error: error } of messages) {
    expect(error).toMatch(/^Waited for (?:the link of|a worker: none is connected to) its gateway “/);
  }

  const punctual = await world.createTest();
  // Before the leap, or their due instant would be a minute in the past, where only the full scan once a minute looks.
  await world.until(async () => (await world.messagesOf(punctual)).length === ALL);
  await smsc.comeBack();
  await leapToNextTry();
  await world.until(async () => {
    const ends = await outcomes(punctual);
    return ends.length === ALL && ends.every((outcome) => outcome === 'accepted');
  });
  expect(smsc.submissions).toHaveLength(ALL);
  expect(new Set(await outcomes(late))).toEqual(new Set(['expired']));
});
