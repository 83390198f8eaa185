import { ESME_RALYBND, ESME_RBINDFAIL, ESME_RINVPASWD, ESME_ROK } from '@textprobe/smpp/command-status';
import { expect, test } from 'vitest';
import type { GatewayShare } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { endsWithTest, turnsUntil } from '../testing/running-gateway.ts';
import { setUpSmpp } from '../testing/smpp-rig.ts';

/** A gateway that is not started. `failures`: the log message of each failed attempt, with the wait after it. */
async function setUp(overrides: Record<string, unknown> = {}) {
  let elsewhere = 0;
  const failures: { words: string; nextTryInMs: number }[] = [];
  const note = (fields: object, words: string) => {
    if ('nextTryInMs' in fields) failures.push({ words, nextTryInMs: Number(fields.nextTryInMs) });
  };
  const share: GatewayShare = {
    settingsMark: 'mark',
    takeInstants: () => Promise.reject(new Error('there is no throughput limit')),
    countBoundElsewhere: async () => elsewhere,
  };
  const log = { ...silentLog, warn: note, error: note };
  const rig = endsWithTest(await setUpSmpp(overrides, log, undefined, undefined, share));
  return {
    ...rig,
    failures,
    handlers: recordHandlers(),
    setElsewhere(count: number) {
      elsewhere = count;
    },
  };
}

test('a wrong password is tried three times, then every 15 minutes, until it works', async () => {
  const { gateway, carrier, handlers, failures, advance } = await setUp();
  carrier.judgeBindsBy(() => ESME_RINVPASWD);
  gateway.start(handlers);
  for (const waitMs of [500, 1_000]) {
    const attempts = failures.length;
    await turnsUntil(() => failures.length > attempts);
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

test('an unreachable carrier is retried about once a minute, indefinitely', async () => {
  const { gateway, carrier, handlers, failures, advance } = await setUp();
  await carrier.goDown();
  gateway.start(handlers);
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    await turnsUntil(() => failures.length === attempts);
    await advance(failures.at(-1)?.nextTryInMs ?? 0);
  }
  const waits = failures.map(({ nextTryInMs }) => nextTryInMs / 1_000);
  expect(waits.slice(0, 10)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(failures[0]?.words).toContain('ECONNREFUSED');
});

test('a carrier that accepts the bind and disconnects is retried with back-off too', async () => {
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
  await advance(500); // a long session resets the back-off
  await handlers.until(() => handlers.calls === calls + 1);
});

test('a stop while the carrier is unreachable ends the attempts', async () => {
  const { gateway, carrier, handlers, advance } = await setUp();
  await carrier.goDown();
  gateway.start(handlers);
  await turnsUntil(() => (gateway.state().reason ?? '').includes('next try'));
  expect(gateway.state().reason).toMatch(/The next try is in 1 s\.$/);
  await gateway.stop(1_000);
  await carrier.comeBack();
  await advance(120_000);
  expect(carrier.binds).toBe(0);
  expect(gateway.state()).toMatchObject({ link: 'stopped', reason: 'Stopped.' });
  expect(() => gateway.start(handlers)).toThrow('cannot be started again');
});

test.each([ESME_RBINDFAIL, ESME_RALYBND])(
  'GUARD-9 a bind refused with status %i while another process is bound waits for a free bind, and takes over when that one goes',
  async (status) => {
    const { gateway, carrier, handlers, failures, advance, setElsewhere } = await setUp();
    setElsewhere(1);
    carrier.judgeBindsBy(() => status);
    gateway.start(handlers);
    for (let attempts = 1; attempts <= 9; attempts += 1) {
      await turnsUntil(() => failures.length === attempts);
      await advance(failures.at(-1)?.nextTryInMs ?? 0);
    }
    expect(failures.slice(0, 9).map(({ nextTryInMs }) => nextTryInMs / 1_000)).toEqual([
      0.5, 1, 2, 4, 8, 16, 32, 60, 60,
    ]);
    await turnsUntil(() => failures.length === 10);
    expect(gateway.state()).toMatchObject({
      link: 'down',
      reason: expect.stringMatching(
        /Another process is bound with the same settings: this one waits for a free bind\. The next try is in 60 s\.$/,
      ),
    });
    setElsewhere(0);
    carrier.judgeBindsBy(() => ESME_ROK);
    await advance(2_000);
    await handlers.until(() => handlers.calls > 0);
    expect(gateway.state()).toMatchObject({ link: 'up', reason: null });
  },
);

test('GUARD-9 a dead process’s session that the carrier still holds is not mistaken for a wrong password', async () => {
  const { gateway, carrier, handlers, failures, advance, setElsewhere } = await setUp();
  setElsewhere(1);
  carrier.judgeBindsBy(() => ESME_RBINDFAIL);
  gateway.start(handlers);
  await turnsUntil(() => failures.length === 1);
  setElsewhere(0);
  for (let attempts = 2; attempts <= 8; attempts += 1) {
    await advance(failures.at(-1)?.nextTryInMs ?? 0);
    await turnsUntil(() => failures.length === attempts);
    expect(gateway.state().link).toBe('down');
  }
  carrier.judgeBindsBy(() => ESME_ROK);
  await advance(failures.at(-1)?.nextTryInMs ?? 0);
  await handlers.until(() => handlers.calls > 0);
});

test('GUARD-9 a wrong password is reported even while another process is bound', async () => {
  const { gateway, carrier, handlers, failures, advance, setElsewhere } = await setUp();
  setElsewhere(1);
  carrier.judgeBindsBy(() => ESME_RINVPASWD);
  gateway.start(handlers);
  for (let attempts = 1; attempts <= 3; attempts += 1) {
    await turnsUntil(() => failures.length === attempts);
    if (attempts < 3) await advance(failures.at(-1)?.nextTryInMs ?? 0);
  }
  expect(gateway.state()).toMatchObject({ link: 'stopped', reason: expect.stringContaining('15 minutes') });
});

test('GUARD-9 a bind that fails four times for another reason is retried with back-off, and recovers', async () => {
  const { gateway, carrier, handlers, failures, advance } = await setUp();
  carrier.judgeBindsBy(() => ESME_RBINDFAIL);
  gateway.start(handlers);
  for (const waitMs of [500, 1_000, 2_000, 4_000]) {
    const attempts = failures.length;
    await turnsUntil(() => failures.length > attempts);
    expect(failures.at(-1)?.nextTryInMs).toBe(waitMs);
    expect(gateway.state()).toMatchObject({
      link: 'down',
      reason: expect.stringContaining('check systemId, password and systemType.'),
    });
    if (waitMs === 4_000) carrier.judgeBindsBy(() => ESME_ROK);
    await advance(waitMs);
  }
  await handlers.until(() => handlers.calls > 0);
  expect(carrier.binds).toBe(5);
  expect(gateway.state()).toMatchObject({ link: 'up', reason: null });
});

test('GUARD-9 a bind beyond the carrier’s limit does not stop the others of its own process', async () => {
  const { gateway, carrier, handlers, failures, advance } = await setUp({ binds: 2 });
  carrier.judgeBindsBy(() => (carrier.modes.length === 0 ? ESME_ROK : ESME_RBINDFAIL));
  gateway.start(handlers);
  for (let attempts = 1; attempts <= 5; attempts += 1) {
    await turnsUntil(() => failures.length === attempts);
    if (attempts < 5) await advance(failures.at(-1)?.nextTryInMs ?? 0);
  }
  expect(failures.map(({ nextTryInMs }) => nextTryInMs)).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  expect(gateway.state()).toMatchObject({
    link: 'up',
    reason: expect.stringContaining('Other binds of this gateway are up: the carrier allows no more.'),
  });
});
