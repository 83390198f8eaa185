/** A link that dies silently: a proxy between gateway and carrier that drops everything. */
import { connect, createServer, type Socket } from 'node:net';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { startProgrammableSmsc } from '../testing/programmable-smsc.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { shortMessage, submit, turnsUntil } from '../testing/running-gateway.ts';
import { smppSettings } from '../testing/smpp-rig.ts';
import { createSoleShare } from '../testing/sole-share.ts';
import { createSmppGateway } from './smpp-gateway.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A running gateway with default timers, behind a proxy that can drop all traffic. */
async function setUp() {
  const carrier = await startProgrammableSmsc();
  ends.push(() => carrier.close());
  const sockets = new Set<Socket>();
  let isDropping = false;
  const proxy = createServer((near) => {
    const far = connect(carrier.port, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      const isDead = () => isDropping && !from.destroyed;
      from.on('data', (octets) => void (isDead() || into.write(octets)));
      from.on('close', () => void (isDropping || into.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const clock = createManualClock();
  const gateway = createSmppGateway({
    name: 'SMPP',
    clock,
    log: silentLog,
    random: () => 0,
    settings: smppSettings({ port: address.port }),
    share: createSoleShare(clock),
  });
  const handlers = recordHandlers();
  gateway.start(handlers);
  ends.push(async () => {
    const stopped = gateway.stop(0);
    for (const socket of sockets) socket.destroy();
    await clock.advance(30_000);
    await stopped;
  });
  await handlers.until(() => handlers.calls > 0);
  return {
    gateway,
    carrier,
    clock,
    drop: () => (isDropping = true),
    heal: () => (isDropping = false),
  };
}

test('with default settings a silently dead link is detected within 45 s, and replaced', async () => {
  const { gateway, carrier, clock, drop, heal } = await setUp();
  drop();
  await clock.advance(29_999);
  expect(gateway.state().link).toBe('up');
  await clock.advance(15_001);
  expect(gateway.state()).toMatchObject({
    link: 'down',
    reason: expect.stringContaining('does not answer enquire_link'),
  });
  heal();
  await clock.advance(500);
  await turnsUntil(() => gateway.state().link === 'up');
  expect(carrier.binds).toBe(2);
});

test('a dead link costs one window of messages: after the first timeout the others wait', async () => {
  const { gateway, clock, drop } = await setUp();
  drop();
  const window = gateway.capacity();
  const submissions = Array.from({ length: window }, () => submit(gateway, shortMessage()));
  expect(gateway.capacity()).toBe(0);
  // The responses time out, and nothing at all has been received.
  await clock.advance(10_000);
  expect((await Promise.all(submissions)).map(({ kind }) => kind)).toEqual(submissions.map(() => 'unknown'));
  const next = submit(gateway, shortMessage());
  await clock.advance(20_000);
  expect((await next).kind).toBe('deferred');
  expect(gateway.state()).toMatchObject({
    link: 'down',
    reason: expect.stringContaining('answers neither messages nor enquire_link'),
  });
});

test('a live carrier that withholds a response keeps its link: enquire_link succeeds and messages continue', async () => {
  const { gateway, carrier, clock } = await setUp();
  carrier.answerBy(() => 'silence');
  const withheld = submit(gateway, shortMessage());
  await carrier.submitted(1);
  await clock.advance(10_000);
  expect((await withheld).kind).toBe('unknown');
  carrier.answerBy(() => ({ accept: 'next' }));
  await turnsUntil(() => gateway.capacity() > 0);
  expect((await submit(gateway, shortMessage())).kind).toBe('accepted');
  expect(carrier.binds).toBe(1);
});
