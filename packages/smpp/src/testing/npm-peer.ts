/** npm `smpp` as the peer: an SMSC or an ESME that ends with the test. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp, { type SmppPdu, type SmppRequest, type SmppSession } from 'smpp';
import { onTestFinished } from 'vitest';
import { ESME_RINVPASWD } from '../command-status.ts';

/** A server that answers binds (the password is `secret`), unbind and enquire_link; `serve` does the rest. */
export async function startNpmServer(serve: (session: SmppSession) => void): Promise<number> {
  const server = smpp.createServer((session) => {
    session.on('error', () => {});
    for (const mode of ['transceiver', 'transmitter', 'receiver']) {
      session.on(`bind_${mode}`, (pdu: SmppPdu) => {
        session.send(pdu.response(pdu.password === 'secret' ? {} : { command_status: ESME_RINVPASWD }));
      });
    }
    session.on('unbind', (pdu: SmppPdu) => session.send(pdu.response()));
    session.on('enquire_link', (pdu: SmppPdu) => session.send(pdu.response()));
    serve(session);
    onTestFinished(() => session.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Connects without sending anything. */
async function connectNpm(port: number): Promise<SmppSession> {
  const session = smpp.connect({ host: '127.0.0.1', port });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return session;
}

/** Sends a request and resolves to its response. */
export const askNpm = (session: SmppSession, command: SmppRequest, fields: object = {}): Promise<SmppPdu> =>
  new Promise((resolve) => void session[command](fields, resolve));

/** Binds a client as a transceiver and returns the response. */
export async function bindNpmClient(
  port: number,
  password = 'secret',
): Promise<{ session: SmppSession; answer: SmppPdu }> {
  const session = await connectNpm(port);
  return { session, answer: await askNpm(session, 'bind_transceiver', { system_id: 'npm', password }) };
}
