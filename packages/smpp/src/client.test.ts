import { describe, expect, it } from 'vitest';
import { connectSmppClient, SmppBindError } from './client.ts';
import {
  ESME_RBINDFAIL,
  ESME_RINVPASWD,
  ESME_RSUBMITFAIL,
  ESME_RX_R_APPN,
  ESME_RX_T_APPN,
} from './command-status.ts';
import type { DeliverSm } from './pdu.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { listenRaw } from './testing/raw-peer.ts';
import { connectPair, connectTo, startServer } from './testing/session-pair.ts';

const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };

describe('connecting', () => {
  it.each(['transceiver', 'transmitter', 'receiver'] as const)('binds as a %s', async (bind) => {
    const { client, session } = await connectPair({ bind });
    expect(session).toMatchObject({ mode: bind, systemId: 'tester', isOpen: true });
    expect(client.isOpen).toBe(true);
  });

  it('sends the credentials of the bind', async () => {
    const binds: unknown[] = [];
    const { server } = await startServer({ authenticate: (bind) => binds.push(bind) && 0 });
    await connectTo(server.port, { systemType: 'VMA' });
    expect(binds).toMatchObject([
      { systemId: 'tester', password: 'secret', systemType: 'VMA', interfaceVersion: 0x34 },
    ]);
  });

  it('rejects with the status of a refused bind and its description', async () => {
    const { server } = await startServer({ authenticate: async () => ESME_RINVPASWD });
    const refusal = await connectTo(server.port).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SmppBindError);
    expect(refusal).toMatchObject({
      status: ESME_RINVPASWD,
      message: 'the bind was refused: the password is wrong (ESME_RINVPASWD)',
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('is refused if authenticate %s', async (_how, authenticate) => {
    const { server } = await startServer({ authenticate });
    await expect(connectTo(server.port)).rejects.toMatchObject({ status: ESME_RBINDFAIL });
  });

  it('reports a port without a listener', async () => {
    const { server } = await startServer();
    await server.close();
    await expect(connectTo(server.port)).rejects.toMatchObject({ reason: 'connect-failed', written: false });
  });

  it('times out if the bind gets no response', async () => {
    const { port, accept } = await listenRaw();
    const clock = createManualClock();
    const connecting = connectTo(port, { clock, responseTimeoutMs: 5_000 });
    const peer = await accept();
    await peer.expect('bind_transceiver');
    clock.advance(5_000);
    await expect(connecting).rejects.toMatchObject({ reason: 'timeout' });
    await peer.ended;
  });

  it('reports a connection that closes before the bind response', async () => {
    const { port, accept } = await listenRaw();
    const connecting = connectTo(port);
    (await accept()).socket.destroy();
    await expect(connecting).rejects.toMatchObject({ reason: 'closed' });
  });

  it('can be canceled before it begins, and while the bind is pending', async () => {
    const { port, accept } = await listenRaw();
    const stop = new AbortController();
    const connecting = connectTo(port, { signal: stop.signal });
    const peer = await accept();
    await peer.expect('bind_transceiver');
    stop.abort();
    await expect(connecting).rejects.toMatchObject({ reason: 'aborted' });
    await peer.ended;
    await expect(connectTo(port, { signal: stop.signal })).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('leaves no timer behind when it fails', async () => {
    const { server } = await startServer({ authenticate: () => ESME_RINVPASWD });
    const clock = createManualClock();
    const options = { host: '127.0.0.1', port: server.port, systemId: 'a', password: 'b', clock };
    await expect(connectSmppClient(options)).rejects.toBeInstanceOf(SmppBindError);
    clock.advance(1_000);
    expect(clock.pending).toBe(0);
  });
});

describe('submitting', () => {
  it('resolves to the response, whatever its status', async () => {
    const { client, session, nextSubmit } = await connectPair();
    const accepted = client.submitSm({ ...hello, sourceAddr: 'Acme', registeredDelivery: 1 });
    const submit = await nextSubmit();
    expect(submit).toMatchObject({ ...hello, sourceAddr: 'Acme', registeredDelivery: 1 });
    session.respond(submit, { status: 0, messageId: 'a1' });
    expect(await accepted).toMatchObject({ status: 0, messageId: 'a1', sequence: submit.sequence });
    const refused = client.submitSm(hello);
    session.respond(await nextSubmit(), { status: ESME_RSUBMITFAIL });
    expect(await refused).toMatchObject({
      command: 'submit_sm_resp',
      status: ESME_RSUBMITFAIL,
      messageId: '',
    });
  });

  it('matches responses that arrive out of order', async () => {
    const { client, session, nextSubmit } = await connectPair();
    const answers = ['1', '2', '3'].map((destinationAddr) => client.submitSm({ ...hello, destinationAddr }));
    const submits = [await nextSubmit(), await nextSubmit(), await nextSubmit()];
    for (const submit of submits.toReversed())
      session.respond(submit, { status: 0, messageId: `id of ${submit.destinationAddr}` });
    const ids = (await Promise.all(answers)).map(({ messageId }) => messageId);
    expect(ids).toEqual(['id of 1', 'id of 2', 'id of 3']);
  });

  it('rejects what cannot be encoded, and writes none of it', async () => {
    const { client, session, nextSubmit } = await connectPair();
    const tooLong = client.submitSm({ ...hello, shortMessage: Buffer.alloc(255) });
    await expect(tooLong).rejects.toMatchObject({ reason: 'invalid', written: false, cause: { status: 1 } });
    expect(client.freeSlots).toBe(10);
    const next = client.submitSm(hello);
    session.respond(await nextSubmit(), { status: 0 });
    await next;
  });

  it('is refused on a receiver bind', async () => {
    const { client } = await connectPair({ bind: 'receiver' });
    await expect(client.submitSm(hello)).rejects.toMatchObject({ reason: 'not-bound', written: false });
    expect(client.freeSlots).toBe(0);
  });
});

describe('the window', () => {
  it('is never exceeded, and is used in full', async () => {
    let unanswered = 0;
    let most = 0;
    const { server } = await startServer({
      onSession: (session) =>
        session.onSubmitSm(async (submit) => {
          unanswered += 1;
          most = Math.max(most, unanswered);
          await new Promise((resolve) => setImmediate(resolve));
          unanswered -= 1;
          session.respond(submit, { status: 0 });
        }),
    });
    const client = await connectTo(server.port, { window: 7 });
    const answers = [];
    for (let sent = 0; sent < 200; sent += 1) {
      while (client.freeSlots === 0) await new Promise((resolve) => setImmediate(resolve));
      answers.push(client.submitSm(hello));
    }
    await Promise.all(answers);
    expect(most).toBe(7);
    expect(client.freeSlots).toBe(7);
  });

  it('refuses a request beyond it at once, and writes none of it', async () => {
    const { client, session, nextSubmit } = await connectPair({ window: 1 });
    const first = client.submitSm(hello);
    await expect(client.submitSm(hello)).rejects.toMatchObject({ reason: 'window-full', written: false });
    session.respond(await nextSubmit(), { status: 0 });
    await first;
    expect(client.freeSlots).toBe(1);
  });
});

describe('the response timeout', () => {
  it('ends each request at its own deadline, and frees its slot', async () => {
    const { client, clock, nextSubmit } = await connectPair({ window: 2, responseTimeoutMs: 1_000 });
    const first = client.submitSm(hello);
    await nextSubmit();
    clock.advance(400);
    const second = client.submitSm(hello);
    await nextSubmit();
    clock.advance(600);
    await expect(first).rejects.toMatchObject({ reason: 'timeout', written: true });
    expect(client.freeSlots).toBe(1);
    clock.advance(399);
    expect(client.freeSlots).toBe(1);
    clock.advance(1);
    await expect(second).rejects.toMatchObject({ reason: 'timeout', written: true });
    expect(client.isOpen).toBe(true);
  });

  it('passes on a late response, with the time of the write', async () => {
    const late = Promise.withResolvers<unknown[]>();
    const { client, session, clock, nextSubmit } = await connectPair();
    const ends: unknown[] = [];
    const writtenAt = clock.now();
    client.submit(
      hello,
      (end) => ends.push(end),
      (answer, at) => late.resolve([answer, at]),
    );
    const submit = await nextSubmit();
    clock.advance(10_000);
    expect(ends).toMatchObject([{ reason: 'timeout', written: true }]);
    session.respond(submit, { status: 0, messageId: 'late' });
    expect(await late.promise).toMatchObject([{ messageId: 'late' }, writtenAt]);
    expect(ends).toHaveLength(1);
  });

  it('leaves no timer behind once everything is answered', async () => {
    const { client, session, clock, nextSubmit } = await connectPair();
    const answered = client.submitSm(hello);
    session.respond(await nextSubmit(), { status: 0 });
    await answered;
    clock.advance(10_000);
    expect(clock.pending).toBe(0);
  });
});

describe('a delivery', () => {
  const delivery = { sourceAddr: '1', destinationAddr: '2', shortMessage: Buffer.from('Hi') };

  it('is answered only when its handler has finished', async () => {
    const handled = Promise.withResolvers<number>();
    const delivered = Promise.withResolvers<DeliverSm>();
    const { session } = await connectPair({
      onDeliverSm: (pdu) => {
        delivered.resolve(pdu);
        return handled.promise;
      },
    });
    const answer = session.deliverSm(delivery);
    expect(await delivered.promise).toMatchObject(delivery);
    handled.resolve(0);
    expect(await answer).toMatchObject({ command: 'deliver_sm_resp', status: 0 });
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('database down'))],
    [
      'throws',
      () => {
        throw new Error('database down');
      },
    ],
  ])('is answered with a retryable error if its handler %s', async (_how, onDeliverSm) => {
    const { session } = await connectPair({ onDeliverSm });
    expect((await session.deliverSm(delivery)).status).toBe(ESME_RX_T_APPN);
  });

  it('is refused if there is no handler', async () => {
    const { session } = await connectPair();
    expect((await session.deliverSm(delivery)).status).toBe(ESME_RX_R_APPN);
  });

  it('is handled even in the same chunk as the bind response', async () => {
    const { port, accept } = await listenRaw();
    const delivered = Promise.withResolvers<DeliverSm>();
    const connecting = connectTo(port, {
      onDeliverSm: async (pdu) => {
        delivered.resolve(pdu);
        return 0;
      },
    });
    const peer = await accept();
    const { sequence } = await peer.expect('bind_transceiver');
    peer.socket.cork();
    peer.send('bind_transceiver_resp', sequence);
    peer.send('deliver_sm', 1, 0, delivery);
    peer.socket.uncork();
    expect(await delivered.promise).toMatchObject(delivery);
    await peer.expect('deliver_sm_resp');
    await connecting;
  });
});
