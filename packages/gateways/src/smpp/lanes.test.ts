import { ESME_RINVPASWD, ESME_RTHROTTLED } from '@textprobe/smpp/command-status';
import { expect, test } from 'vitest';
import { type Log, silentLog } from '../log.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { endsWithTest, shortMessage, submit, turnsUntil } from '../testing/running-gateway.ts';
import { setUpSmpp } from '../testing/smpp-rig.ts';

async function setUp(settings: Record<string, unknown>, log: Log = silentLog) {
  const rig = endsWithTest(await setUpSmpp(settings, log));
  return { ...rig, handlers: recordHandlers() };
}
async function run(settings: Record<string, unknown>, binds: number) {
  const rig = await setUp(settings);
  rig.gateway.start(rig.handlers);
  await rig.carrier.boundTimes(binds);
  await turnsUntil(() => rig.gateway.state().reason === null);
  return rig;
}

const receipt = { state: 'delivered', phone: '+14155550123', office: '+12125550100' } as const;

test('several binds share the load, each with its own window', async () => {
  const { gateway, carrier } = await run({ binds: 3, window: 2 }, 3);
  expect(carrier.modes).toEqual(['transceiver', 'transceiver', 'transceiver']);
  expect(gateway.capacity()).toBe(6);
  carrier.answerBy(() => 'silence');
  const sent = Array.from({ length: 6 }, () => submit(gateway, shortMessage()));
  await carrier.submitted(6);
  expect(carrier.shares).toEqual([2, 2, 2]);
  expect(gateway.capacity()).toBe(0);
  for (let answers = 0; answers < 6; answers += 1) carrier.answerNow({ accept: `${answers}` });
  expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(Array(6).fill('accepted'));
});

test('when one bind is lost the others continue, the state says so, and it reconnects', async () => {
  const { gateway, carrier, advance } = await run({ binds: 2, window: 2 }, 2);
  carrier.hangUp(0);
  await turnsUntil(() => gateway.capacity() === 2);
  expect(gateway.state()).toMatchObject({
    link: 'up',
    reason: expect.stringMatching(/^1 of 2 binds are up\. The session ended: .*next try is in 1 s\.$/),
  });
  expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'accepted' });
  await advance(500);
  await carrier.boundTimes(2);
  await turnsUntil(() => gateway.capacity() === 4);
  expect(gateway.state()).toMatchObject({ link: 'up', reason: null });
});

test('with all binds lost the gateway is down, with the reason', async () => {
  const { gateway, carrier } = await run({ binds: 2 }, 2);
  carrier.hangUp();
  await turnsUntil(() => gateway.state().link === 'down');
  expect(gateway.capacity()).toBe(0);
  const outcome = await submit(gateway, shortMessage());
  expect(outcome).toMatchObject({
    kind: 'deferred',
    reason: expect.stringMatching(/^The link is down\. The session/),
  });
});

test('a receipt is accepted on any bind, not only the one that sent the message', async () => {
  const { gateway, carrier, handlers } = await run({ binds: 3 }, 3);
  carrier.answerBy(() => ({ accept: 'abc' }));
  await submit(gateway, shortMessage());
  for (const which of [0, 1, 2]) {
    expect(await carrier.sendReceiptOver(which, { ...receipt, providerId: 'abc' })).toBe(true);
  }
  expect(handlers.receipts.map(({ providerId }) => providerId)).toEqual(['abc', 'abc', 'abc']);
});

test('a pair sends over its transmitter and receives receipts over its receiver', async () => {
  const { gateway, carrier, handlers } = await run({ bind: 'pair', binds: 2, window: 4 }, 4);
  expect(carrier.modes.toSorted()).toEqual(['receiver', 'receiver', 'transmitter', 'transmitter']);
  expect(gateway.capacity()).toBe(8);
  carrier.answerBy(() => ({ accept: 'abc' }));
  expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'accepted' });
  const receiver = carrier.modes.indexOf('receiver');
  expect(carrier.shares[receiver]).toBe(0);
  expect(await carrier.sendReceiptOver(receiver, { ...receipt, providerId: 'abc' })).toBe(true);
  expect(handlers.receipts).toHaveLength(1);
});

test('a pair without its receiver still sends, and reports that it is missing', async () => {
  const { gateway, carrier } = await run({ bind: 'pair' }, 2);
  carrier.hangUp(carrier.modes.indexOf('receiver'));
  await turnsUntil(() => gateway.state().reason !== null);
  expect(gateway.state()).toMatchObject({ link: 'up', reason: expect.stringMatching(/^1 of 2 binds/) });
  expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'accepted' });
});

test('a pair without its transmitter sends nothing', async () => {
  const { gateway, carrier } = await run({ bind: 'pair' }, 2);
  carrier.hangUp(carrier.modes.indexOf('transmitter'));
  await turnsUntil(() => gateway.state().link === 'down');
  expect(gateway.capacity()).toBe(0);
});

test('a wrong password is tried three times in total, not by each bind', async () => {
  const { gateway, carrier, handlers, advance } = await setUp({ binds: 4 });
  carrier.judgeBindsBy(() => ESME_RINVPASWD);
  gateway.start(handlers);
  for (const attempts of [1, 2]) {
    await turnsUntil(() => (gateway.state().reason ?? '').includes('next try'));
    expect(carrier.binds).toBe(attempts);
    await advance(1_000);
    await turnsUntil(() => carrier.binds === attempts + 1);
  }
  await turnsUntil(() => gateway.state().link === 'stopped');
  await advance(60_000);
  expect(carrier.binds).toBe(3);
});

test('a password changed at the carrier while four are bound is not tried three times by each', async () => {
  const waits: number[] = [];
  const note = (fields: object) => {
    if ('nextTryInMs' in fields) waits.push(Number(fields.nextTryInMs));
  };
  const { gateway, carrier, handlers, advance } = await setUp(
    { binds: 4 },
    { ...silentLog, warn: note, error: note },
  );
  gateway.start(handlers);
  await carrier.boundTimes(4);
  await turnsUntil(() => gateway.state().reason === null);
  carrier.judgeBindsBy(() => ESME_RINVPASWD);
  carrier.hangUp();
  await turnsUntil(() => gateway.state().link === 'down');
  await advance(500);
  await turnsUntil(() => waits.length === 4);
  await advance(1_000);
  await turnsUntil(() => waits.length === 6);
  expect(waits.slice(2)).toEqual([900_000, 900_000, 900_000, 900_000]);
  await advance(60_000);
  expect(carrier.binds).toBe(4 + 6);
});

test('only the throttled bind pauses', async () => {
  const { gateway, carrier } = await run({ binds: 2, window: 4 }, 2);
  carrier.answerBy(() => 'silence');
  const first = submit(gateway, shortMessage());
  await carrier.submitted(1);
  carrier.answerWithStatus(ESME_RTHROTTLED);
  expect(await first).toMatchObject({ kind: 'deferred' });
  expect(gateway.capacity()).toBe(4);
  carrier.answerBy(() => ({ accept: 'x' }));
  expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'accepted' });
  expect(carrier.shares).toEqual([1, 1]);
});

test('the throughput limit applies to the gateway, regardless of its number of binds', async () => {
  const { gateway } = await run({ binds: 3, throughput: 20 }, 3);
  expect(gateway.capacity()).toBe(5);
});

test('a stop unbinds every session', async () => {
  const { gateway, carrier } = await run({ bind: 'pair', binds: 2 }, 4);
  await gateway.stop(5_000);
  await turnsUntil(() => carrier.unbinds === 4);
  expect(gateway.state()).toMatchObject({ link: 'stopped', reason: 'Stopped.' });
});
