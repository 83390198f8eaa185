/** What the fast path guarantees: no promise per message, and one write per batch. */
import { createMemoryParts } from '../testing/memory-parts.ts';
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

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of cleanups.splice(0).toReversed()) await end();
});

/** A running gateway, and a carrier that accepts everything and sends a receipt for it, without promises of its own. */
async function run(onReceipt: (done: ReceiptDone) => void) {
  const clock = createManualClock();
  const server = await createSmppServer({
    clock,
    authenticate: () => ESME_ROK,
    onSession(session) {
      session.onSubmitSm((submit) => {
        const messageId = `id${submit.sequence}`;
        session.respond(submit, { status: ESME_ROK, messageId });
        const receipt = formatDeliveryReceipt({ messageId, state: 'delivered', submittedAt: 0, doneAt: 0 });
        session.deliver({ sourceAddr: submit.destinationAddr, ...receipt }, () => undefined);
      });
    },
  });
  cleanups.push(() => server.close(0));
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
    receiptParts: createMemoryParts(),
    onIgnored: () => {},
    onLateOutcome: () => Promise.reject(new Error('no answer is late')),
    onCapacity: up.resolve,
  });
  cleanups.push(() => gateway.stop(0));
  await up.promise;
  return { gateway, port };
}

/** The number of promises created until `work` calls its argument. */
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

test('a thousand messages with their receipts create no promise each', async () => {
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

test('the promise counter works: it counts one per message if outcomes are promises', async () => {
  const { gateway } = await run((done) => done(null));
  const messages = Array.from({ length: 100 }, () => shortMessage());
  const promises = await countPromises(
    (end) => void Promise.all(messages.map((message) => submit(gateway, message))).then(end),
  );
  expect(promises).toBeGreaterThanOrEqual(100);
});

test('the messages of a batch go out in one write', async () => {
  const { gateway, port } = await run((done) => done(null));
  const submits: number[] = [];
  const { write } = Socket.prototype;
  // Counted right away, since the outbox reuses these octets.
  vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [octets] = args;
    if (this.remotePort === port && Buffer.isBuffer(octets)) submits.push(countSubmits(octets));
    return Reflect.apply(write, this, args) as boolean;
  });
  const ended = Promise.withResolvers<void>();
  let remaining = 100;
  const messages = Array.from({ length: remaining }, () => shortMessage());
  gateway.submitBatch(messages, () => {
    remaining -= 1;
    if (remaining === 0) ended.resolve();
  });
  await ended.promise;
  expect(submits.filter((count) => count > 0)).toEqual([100]);
});

test('the reference of an accepted message is never read', async () => {
  const { gateway } = await run((done) => done(null));
  const { from, to, text, media } = shortMessage();
  const message: OutboundMessage = {
    from,
    to,
    text,
    media,
    get reference(): string {
      throw new Error('the reference was read');
    },
  };
  const outcome = Promise.withResolvers<string>();
  gateway.submitBatch([message], (_message, { kind }) => outcome.resolve(kind));
  expect(await outcome.promise).toBe('accepted');
});

/** The number of submit_sm (command_id 4) in a write of whole PDUs. */
function countSubmits(octets: Buffer): number {
  let count = 0;
  for (let at = 0; at < octets.length; at += Math.max(16, octets.readUInt32BE(at)))
    if (octets.readUInt32BE(at + 4) === 4) count += 1;
  return count;
}
