import { describe, expect, it } from 'vitest';
import { encode } from './codec.ts';
import {
  ESME_RALYBND,
  ESME_RINVBNDSTS,
  ESME_RINVCMDID,
  ESME_RINVCMDLEN,
  ESME_RINVPASWD,
  ESME_RSYSERR,
} from './command-status.ts';
import { createSmppServer, type SmppServerOptions } from './server.ts';
import { bindRaw, connectRaw } from './testing/raw-peer.ts';
import { connectPair, connectTo, startServer } from './testing/session-pair.ts';

const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };
const bind = { systemId: 'raw', password: 'secret' };

/** Accepts every submit_sm with the id `ok`. */
const acceptAll: Partial<SmppServerOptions> = {
  onSession: (session) =>
    session.onSubmitSm((submit) => session.respond(submit, { status: 0, messageId: 'ok' })),
};

describe('a server', () => {
  it('serves a bind and a submit_sm in one chunk', async () => {
    const { server } = await startServer(acceptAll);
    const peer = await connectRaw(server.port);
    peer.write(Buffer.concat([encode('bind_transceiver', 1, 0, bind), encode('submit_sm', 2, 0, hello)]));
    expect(await peer.expect('bind_transceiver_resp')).toMatchObject({ sequence: 1, status: 0 });
    expect(await peer.expect('submit_sm_resp')).toMatchObject({ sequence: 2, status: 0, messageId: 'ok' });
  });

  it('sends its system_id in the bind response', async () => {
    const { server } = await startServer({ systemId: 'smsc' });
    const peer = await connectRaw(server.port);
    peer.send('bind_receiver', 1, 0, bind);
    const answer = await peer.expect('bind_receiver_resp');
    expect(answer).toMatchObject({ systemId: 'smsc', tlvs: new Map([[0x0210, Buffer.of(0x34)]]) });
  });

  it('refuses a submit_sm before the bind, and a second bind', async () => {
    const { server } = await startServer(acceptAll);
    const peer = await connectRaw(server.port);
    peer.send('submit_sm', 1, 0, hello);
    expect(await peer.expect('submit_sm_resp')).toMatchObject({ sequence: 1, status: ESME_RINVBNDSTS });
    peer.send('bind_transceiver', 2, 0, bind);
    await peer.expect('bind_transceiver_resp');
    peer.send('bind_transmitter', 3, 0, bind);
    expect(await peer.expect('bind_transmitter_resp')).toMatchObject({ sequence: 3, status: ESME_RALYBND });
  });

  it('refuses a submit_sm on a receiver bind', async () => {
    const { server } = await startServer(acceptAll);
    const peer = await connectRaw(server.port);
    peer.send('bind_receiver', 1, 0, bind);
    await peer.expect('bind_receiver_resp');
    peer.send('submit_sm', 2, 0, hello);
    expect(await peer.expect('submit_sm_resp')).toMatchObject({ status: ESME_RINVBNDSTS });
  });

  it('delivers nothing to a transmitter', async () => {
    const { session } = await connectPair({ bind: 'transmitter' });
    await expect(session.deliverSm(hello)).rejects.toMatchObject({ reason: 'not-bound', written: false });
    let end: unknown;
    session.deliver(hello, (error) => {
      end = error;
    });
    expect(end).toMatchObject({ reason: 'not-bound', written: false });
  });

  it('closes after a refused bind', async () => {
    const { server } = await startServer({ authenticate: () => ESME_RINVPASWD });
    const peer = await connectRaw(server.port);
    peer.send('bind_transceiver', 1, 0, bind);
    expect(await peer.expect('bind_transceiver_resp')).toMatchObject({ status: ESME_RINVPASWD });
    await peer.ended;
    expect(server.sessions.size).toBe(0);
  });

  it('creates no session for a peer that left during authentication', async () => {
    const requested = Promise.withResolvers<void>();
    const verdict = Promise.withResolvers<number>();
    let handedOut = 0;
    const { server } = await startServer({
      authenticate: () => {
        requested.resolve();
        return verdict.promise;
      },
      onSession: () => {
        handedOut += 1;
      },
    });
    const peer = await connectRaw(server.port);
    peer.send('bind_transceiver', 1, 0, bind);
    await requested.promise;
    peer.send('unbind', 2);
    await peer.expect('unbind_resp');
    verdict.resolve(0);
    await peer.ended;
    expect(handedOut).toBe(0);
  });

  it('closes a connection that does not bind in time', async () => {
    const { server, clock } = await startServer();
    const peer = await connectRaw(server.port);
    peer.send('enquire_link', 1);
    await peer.expect('enquire_link_resp');
    clock.advance(5_000);
    await peer.ended;
  });

  it.each([
    ['is missing', undefined],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('answers ESME_RSYSERR if the handler %s', async (_how, handler) => {
    const { server } = await startServer({ onSession: (session) => handler && session.onSubmitSm(handler) });
    const client = await connectTo(server.port);
    expect((await client.submitSm(hello)).status).toBe(ESME_RSYSERR);
  });

  it('answers a submit_sm once, even if the handler fails after responding', async () => {
    const { server } = await startServer({
      onSession: (session) =>
        session.onSubmitSm((submit) => {
          session.respond(submit, { status: 0, messageId: 'first' });
          session.respond(submit, { status: 0, messageId: 'second' });
          throw new Error('too late');
        }),
    });
    const peer = await bindRaw(server.port);
    peer.send('submit_sm', 2, 0, hello);
    peer.send('enquire_link', 3);
    expect(await peer.next()).toMatchObject({ command: 'submit_sm_resp', messageId: 'first' });
    expect(await peer.next()).toMatchObject({ command: 'enquire_link_resp' });
  });

  it('answers ESME_RSYSERR if the message id cannot be encoded', async () => {
    const { server } = await startServer({
      onSession: (session) =>
        session.onSubmitSm((submit) => session.respond(submit, { status: 0, messageId: 'x'.repeat(65) })),
    });
    const client = await connectTo(server.port);
    expect((await client.submitSm(hello)).status).toBe(ESME_RSYSERR);
  });

  it('answers unsupported commands with generic_nack, and stays open', async () => {
    const { server } = await startServer(acceptAll);
    const peer = await bindRaw(server.port);
    // Includes query_sm, replace_sm, cancel_sm, outbind and submit_multi.
    for (const command of [
      '00000003',
      '00000007',
      '00000008',
      '0000000b',
      '00000021',
      '0000000a',
      '00010203',
    ]) {
      peer.write(Buffer.from(`00000011${command}000000000000000841`, 'hex'));
      expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 8, status: ESME_RINVCMDID });
    }
    peer.send('data_sm', 9);
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 9, status: ESME_RINVCMDID });
    peer.send('deliver_sm', 9, 0, hello);
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 9, status: ESME_RINVCMDID });
    peer.send('submit_sm', 10, 0, hello);
    await peer.expect('submit_sm_resp');
  });

  it.each(['00000000', '00000004', '0000000f', '00011000', 'ffffffff'])(
    'answers the invalid length 0x%s with generic_nack and closes; other sessions stay open',
    async (length) => {
      const { server } = await startServer(acceptAll);
      const other = await connectTo(server.port);
      const peer = await bindRaw(server.port);
      peer.write(Buffer.from(`${length}000000150000000000000005`, 'hex'));
      expect(await peer.expect('generic_nack')).toMatchObject({ status: ESME_RINVCMDLEN });
      await peer.ended;
      expect(await other.submitSm(hello)).toMatchObject({ status: 0 });
    },
  );
});

describe('closing a server', () => {
  it('unbinds every session and ends unbound connections', async () => {
    const { server, client, session } = await connectPair();
    const idle = await connectRaw(server.port);
    idle.send('enquire_link', 1);
    await idle.expect('enquire_link_resp');
    expect([...server.sessions]).toEqual([session]);
    const closed = server.close();
    expect(server.close()).toBe(closed);
    await closed;
    expect(await client.closed).toEqual({ reason: 'unbound by the peer' });
    await idle.ended;
    expect(server.sessions.size).toBe(0);
    await expect(connectTo(server.port)).rejects.toMatchObject({ reason: 'connect-failed' });
  });

  it('waits no longer than the grace period for a silent peer', async () => {
    const { server, clock } = await startServer();
    const peer = await bindRaw(server.port);
    const closed = server.close(500);
    await peer.expect('unbind');
    clock.advance(500);
    await closed;
    await peer.ended;
  });

  it('is not needed if it could not listen: starting rejects', async () => {
    const { server, clock } = await startServer();
    const second = createSmppServer({ clock, port: server.port, authenticate: () => 0, onSession() {} });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
