/** What goes between ESME and SMSC beside submit_sm and deliver_sm. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SmppClient } from './client.ts';
import { ESME_RINVBNDSTS, ESME_RINVMSGID, ESME_RQUERYFAIL } from './command-status.ts';
import { listenForOutbind, type OutbindListenerOptions } from './outbind-listener.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { connectRaw } from './testing/raw-peer.ts';
import { connectPair, startServer } from './testing/session-pair.ts';
import { TAG_MESSAGE_PAYLOAD } from './tlv.ts';

const text = Buffer.from('Hello');
const data = { destinationAddr: '12025550123', tlvs: new Map([[TAG_MESSAGE_PAYLOAD, text]]) };

describe('requests of an ESME', () => {
  it('are refused before the bind, and of a receiver', async () => {
    const { server, client, session } = await connectPair({ bind: 'receiver' });
    session.onQuerySm((pdu) => session.respond(pdu, { status: ESME_RQUERYFAIL }));
    await expect(client.querySm({ messageId: 'a1' })).rejects.toMatchObject({ reason: 'not-bound' });
    const peer = await connectRaw(server.port);
    peer.send('query_sm', 4);
    expect(await peer.expect('query_sm_resp')).toMatchObject({ sequence: 4, status: ESME_RINVBNDSTS });
  });

  it('are not written with a message id that is too long, and the fault names it', async () => {
    const { client } = await connectPair();
    const query = client.querySm({ messageId: 'x'.repeat(65) });
    await expect(query).rejects.toMatchObject({ reason: 'invalid', cause: { status: ESME_RINVMSGID } });
  });
});

describe('what an SMSC sends beside deliver_sm', () => {
  it('is nothing of that on a transmitter’s bind', async () => {
    const { session } = await connectPair({ bind: 'transmitter' });
    await expect(session.dataSm(data)).rejects.toMatchObject({ reason: 'not-bound' });
    expect(() => session.alertNotification({})).toThrow('a transmitter bind takes no alert_notification');
  });
});

describe('outbind', () => {
  async function startListener(options: Partial<OutbindListenerOptions> = {}) {
    const clock = createManualClock();
    const bound = Promise.withResolvers<SmppClient>();
    const listener = await listenForOutbind({
      systemId: 'office',
      password: 'secret',
      clock,
      enquireLinkMs: 0,
      accept: ({ systemId, password }) => systemId === 'smsc' && password === 'theirs',
      onClient: bound.resolve,
      ...options,
    });
    onTestFinished(() => listener.close());
    return { listener, clock, bound: bound.promise };
  }
  const target = (port: number, password = 'theirs') => ({
    host: '127.0.0.1',
    port,
    systemId: 'smsc',
    password,
  });

  it('has the ESME bind over the connection of the SMSC, and deliveries go over it', async () => {
    const { server } = await startServer();
    const { listener, bound } = await startListener({ onDeliverSm: async () => 0 });
    const session = await server.outbind(target(listener.port));
    const client = await bound;
    expect(session).toMatchObject({ systemId: 'office', mode: 'receiver' });
    expect(await session.deliverSm({ shortMessage: text })).toMatchObject({ status: 0 });
    await client.unbind();
    expect(await session.closed).toEqual({ reason: 'unbound by the peer' });
  });

  it('of an SMSC that is not welcome ends its connection', async () => {
    const { server } = await startServer();
    const { listener } = await startListener();
    await expect(server.outbind(target(listener.port, 'wrong'))).rejects.toMatchObject({ reason: 'closed' });
    expect(server.sessions.size).toBe(0);
  });

  it('is waited for only so long, and nothing is delivered before it', async () => {
    const { listener, clock } = await startListener({ onDeliverSm: async () => 0, outbindTimeoutMs: 2_000 });
    const peer = await connectRaw(listener.port);
    peer.send('deliver_sm', 1, 0, { shortMessage: text });
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 1 });
    clock.advance(2_000);
    await peer.ended;
  });
});
