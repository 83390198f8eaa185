import { ESME_RINVPASWD, ESME_ROK } from '@textprobe/smpp/command-status';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { turnsUntil } from '../testing/running-gateway.ts';
import { type SmppRig, setUpSmpp } from '../testing/smpp-rig.ts';

const rigs: SmppRig[] = [];
/** A gateway not yet started. `failures`: what the log said of each failed try, with the wait that follows it. */
async function setUp() {
  const failures: { words: string; nextTryInMs: number }[] = [];
  const note = (fields: object, words: string) => {
    if ('nextTryInMs' in fields) failures.push({ words, nextTryInMs: Number(fields.nextTryInMs) });
  };
  const rig = await setUpSmpp({}, { ...silentLog, warn: note, error: note });
  rigs.push(rig);
  return { ...rig, failures, handlers: recordHandlers() };
}
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.dispose();
});

test('a wrong password is tried three times, then every 15 minutes, and a mended one is found by then', async () => {
  const { gateway, carrier, handlers, failures, advance } = await setUp();
  carrier.judgeBindsBy(() => ESME_RINVPASWD);
  gateway.start(handlers);
  for (const waitMs of [500, 1_000]) {
    const tries = failures.length;
    await turnsUntil(() => failures.length > tries);
    expect(failures.at(-1)?.nextTryInMs).toBe(waitMs);
    expect(gateway.state().link).toBe('down');
    await advance(waitMs);
  }
  await turnsUntil(() => failures.length === 3);
  expect(gateway.state()).toMatchObject({
    link: 'stopped',
    reason: expect.stringMatching(/Check systemId and password\. .*15 minutes.* next try is in 900 s\.$/),
  });
  await advance(899_999);
  expect(carrier.binds).toBe(3);
  carrier.judgeBindsBy(() => ESME_ROK);
  await advance(1);
  await handlers.until(() => handlers.calls > 0);
  expect(carrier.binds).toBe(4);
  expect(gateway.state()).toMatchObject({ link: 'up', reason: null });
});

test('a carrier long gone is tried at most once a minute, and still tried', async () => {
  const { gateway, carrier, handlers, failures, advance } = await setUp();
  await carrier.goDown();
  gateway.start(handlers);
  for (let tries = 1; tries <= 10; tries += 1) {
    await turnsUntil(() => failures.length === tries);
    await advance(failures.at(-1)?.nextTryInMs ?? 0);
  }
  const waits = failures.map(({ nextTryInMs }) => nextTryInMs / 1_000);
  expect(waits.slice(0, 10)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(failures[0]?.words).toContain('ECONNREFUSED');
});

test('a carrier that takes the bind and hangs up is not hammered either', async () => {
  const { gateway, carrier, handlers, advance } = await setUp();
  gateway.start(handlers);
  await handlers.until(() => handlers.calls === 1);
  for (const waitMs of [500, 1_000, 2_000, 4_000]) {
    const { calls } = handlers;
    carrier.hangUp();
    await turnsUntil(() => gateway.state().link === 'down');
    await advance(waitMs - 1);
    expect(handlers.calls).toBe(calls);
    await advance(1);
    await handlers.until(() => handlers.calls === calls + 1);
  }
  await advance(10_000);
  carrier.hangUp();
  await turnsUntil(() => gateway.state().link === 'down');
  const { calls } = handlers;
  await advance(500); // after a good session the waits begin anew
  await handlers.until(() => handlers.calls === calls + 1);
});

test('a stop while the carrier is away ends the tries', async () => {
  const { gateway, carrier, handlers, advance } = await setUp();
  await carrier.goDown();
  gateway.start(handlers);
  await turnsUntil(() => (gateway.state().reason ?? '').includes('next try'));
  expect(gateway.state().reason).toMatch(/The next try is in 1 s\.$/);
  await gateway.stop(1_000);
  await carrier.comeBack();
  await advance(120_000);
  expect(carrier.binds).toBe(0);
  expect(gateway.state()).toMatchObject({ link: 'stopped', reason: 'Stopped with the program.' });
  expect(() => gateway.start(handlers)).toThrow('cannot be started again');
});
