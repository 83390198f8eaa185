import { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testCertificate, testKey } from './testing/certificate.ts';
import { connectRaw } from './testing/raw-peer.ts';
import { connectTo, startServer } from './testing/session-pair.ts';

const tls = { key: testKey, cert: testCertificate };
const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };

const startTlsServer = () =>
  startServer({
    tls,
    onSession: (session) =>
      session.onSubmitSm((submit) => session.respond(submit, { status: 0, messageId: 'tls' })),
  });

describe('SMPP over TLS', () => {
  it('binds and submits if the certificate is trusted', async () => {
    const { server } = await startTlsServer();
    for (const host of ['localhost', '127.0.0.1']) {
      const client = await connectTo(server.port, { host, tls: { ca: testCertificate } });
      expect(await client.submitSm(hello)).toMatchObject({ messageId: 'tls' });
      await client.unbind();
    }
  });

  it('disables Nagle’s algorithm at both ends, as over plain TCP', async () => {
    const setNoDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
    onTestFinished(() => setNoDelay.mockRestore());
    for (const options of [
      { server: {}, client: {} },
      { server: { tls }, client: { tls: { ca: testCertificate } } },
    ]) {
      setNoDelay.mockClear();
      const { server, nextSession } = await startServer(options.server);
      await connectTo(server.port, options.client);
      await nextSession();
      expect(setNoDelay.mock.calls).toEqual([[true], [true]]);
    }
  });

  it('survives a peer that does not speak TLS', async () => {
    const { server } = await startTlsServer();
    const peer = await connectRaw(server.port);
    peer.send('bind_transceiver', 1, 0, { systemId: 'raw' });
    await peer.ended.catch(() => {});
    await connectTo(server.port, { tls: { ca: testCertificate } });
  });

  it('disconnects a peer that never finishes its handshake when the server closes', async () => {
    const { server } = await startTlsServer();
    const peer = await connectRaw(server.port);
    peer.write(Buffer.of(0x16, 0x03, 0x01));
    await server.close();
    await peer.ended;
  });
});
