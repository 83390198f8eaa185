/** What the fast path is for: it makes no promise for a message, and a batch is one write. */
import { createHook } from 'node:async_hooks';
import { Socket } from 'node:net';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { createSmppServer } from '@textprobe/smpp/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { OutboundMessage, ReceiptDone } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { shortMessage, submit } from '../testing/running-gateway.ts';
import { smppSettings } from '../testing/smpp-rig.ts';
import { createSoleShare } from '../testing/sole-share.ts';
import { createSmppGateway } from './smpp-gateway.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A gateway that is up, and a carrier that accepts everything and sends a receipt for it, without a promise of its own. */
async function run(onReceipt: (done: ReceiptDone) => void) {
  const clock = createManualClock();
  const server = await createSmppServer({
    clock,
    authenticate: () => ESME_ROK,
    onSession(session) {
      session.onSubmitSm((submit) => {
        const messageId = `id${submit.sequence}`;
        session.respond(submit, { status: ESME_ROK, messageId });
        const words = formatDeliveryReceipt({ messageId, state: 'delivered', submittedAt: 0, doneAt: 0 });
        session.deliver({ sourceAddr: submit.destinationAddr, ...words }, () => undefined);
      });
    },
  });
  ends.push(() => server.close(0));
  const { port } = server;
  const settings = smppSettings({ port, window: 1_000 });
  const gateway = createSmppGateway({
    name: 'SMPP',
    clock,
    log: silentLog,
    settings,
    share: createSoleShare(clock),
  });
  const up = Promise.withResolvers<void>();
  gateway.start({
    onReceipt: (_receipt, done) => onReceipt(done),
    onLateOutcome: () => Promise.reject(new Error('no answer is late')),
    onCapacity: up.resolve,
  });
  ends.push(() => gateway.stop(0));
  await up.promise;
  return { gateway, port };
}

/** How many promises are made until the function that `work` is handed is called. */
async function countPromises(work: (end: () => void) => void): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') count += 1;
    },
  });
  const ended = Promise.withResolvers<void>();
  hook.enable();
  work(ended.resolve);
  await ended.promise;
  hook.disable();
  return count;
}

test('a thousand messages, answered and acknowledged, make no promise each', async () => {
  const MESSAGES = 1_000;
  const uncommitted: ReceiptDone[] = [];
  let accepted = 0;
  let end = () => {};
  const { gateway } = await run((done) => {
    uncommitted.push(done);
    if (uncommitted.length < MESSAGES) return;
    for (const commit of uncommitted) commit(null);
    end();
  });
  const messages = Array.from({ length: MESSAGES }, () => shortMessage());
  const promises = await countPromises((whenEnded) => {
    end = whenEnded;
    gateway.submitBatch(messages, (_message, { kind }) => {
      if (kind === 'accepted') accepted += 1;
    });
  });
  expect([accepted, uncommitted.length]).toEqual([MESSAGES, MESSAGES]);
  expect(promises).toBeLessThan(MESSAGES / 10);
});

test('the counting of promises counts: there is one for each message whose outcome a promise tells', async () => {
  const { gateway } = await run((done) => done(null));
  const messages = Array.from({ length: 100 }, () => shortMessage());
  const promises = await countPromises(
    (end) => void Promise.all(messages.map((message) => submit(gateway, message))).then(end),
  );
  expect(promises).toBeGreaterThanOrEqual(100);
});

test('the messages of a batch leave in one write', async () => {
  const { gateway, port } = await run((done) => done(null));
  const submits: number[] = [];
  const { write } = Socket.prototype;
  // Counted at once: the outbox writes over these octets later.
  vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [octets] = args;
    if (this.remotePort === port && Buffer.isBuffer(octets)) submits.push(countSubmits(octets));
    return Reflect.apply(write, this, args) as boolean;
  });
  const ended = Promise.withResolvers<void>();
  let left = 100;
  const messages = Array.from({ length: left }, () => shortMessage());
  gateway.submitBatch(messages, () => {
    left -= 1;
    if (left === 0) ended.resolve();
  });
  await ended.promise;
  expect(submits.filter((count) => count > 0)).toEqual([100]);
});

test('a message that is accepted is never asked for its reference', async () => {
  const { gateway } = await run((done) => done(null));
  const { from, to, text, media } = shortMessage();
  const message: OutboundMessage = {
    from,
    to,
    text,
    media,
    get reference(): string {
      throw new Error('made only where it is needed');
    },
  };
  const outcome = Promise.withResolvers<string>();
  gateway.submitBatch([message], (_message, { kind }) => outcome.resolve(kind));
  expect(await outcome.promise).toBe('accepted');
});

/** How many submit_sm (command_id 4) whole PDUs of a write are. */
function countSubmits(octets: Buffer): number {
  let count = 0;
  for (let at = 0; at < octets.length; at += Math.max(16, octets.readUInt32BE(at)))
    if (octets.readUInt32BE(at + 4) === 4) count += 1;
  return count;
}
