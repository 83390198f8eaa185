/** A peer that sends exactly what a test says, well-formed or not, and returns the PDUs it receives. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { encode } from '../codec.ts';
import type { Command, Pdu } from '../pdu.ts';
import { PduError } from '../pdu-error.ts';
import { createPduReader } from '../pdu-reader.ts';

export interface RawPeer {
  readonly socket: Socket;
  /** Writes octets as they are. */
  write(octets: Buffer): void;
  send(command: Command, sequence: number, status?: number, fields?: object): void;
  /** The next PDU received; rejects if the connection ends first. */
  next(): Promise<Pdu>;
  /** Like {@link next}; throws if the command differs. */
  expect<C extends Command>(command: C): Promise<Pdu>;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
}

/** A peer over a connected socket. */
function rawPeer(socket: Socket): RawPeer {
  const reader = createPduReader();
  const received: Pdu[] = [];
  const waiting: Array<PromiseWithResolvers<Pdu>> = [];
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isEnded = true;
      for (const waiter of waiting) waiter.reject(new Error('the connection ended'));
      resolve();
    });
  });
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    reader.push(chunk);
    for (let pdu = reader.next(); pdu !== null; pdu = reader.next()) {
      if (pdu instanceof PduError) throw pdu;
      const waiter = waiting.shift();
      if (waiter) waiter.resolve(pdu);
      else received.push(pdu);
    }
  });

  function next(): Promise<Pdu> {
    const pdu = received.shift();
    if (pdu) return Promise.resolve(pdu);
    if (isEnded) return Promise.reject(new Error('the connection ended'));
    const waiter = Promise.withResolvers<Pdu>();
    waiting.push(waiter);
    return waiter.promise;
  }

  return {
    socket,
    write: (octets) => void socket.write(octets),
    send: (command, sequence, status = 0, fields = {}) =>
      void socket.write(encode(command, sequence, status, fields)),
    next,
    async expect(command) {
      const pdu = await next();
      if (pdu.command !== command) throw new Error(`received ${pdu.command}, not ${command}`);
      return pdu;
    },
    ended,
  };
}

/** Connects to a server on loopback, until the test ends. */
export async function connectRaw(port: number): Promise<RawPeer> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return rawPeer(socket);
}

/** Connects and binds as a transceiver. */
export async function bindRaw(port: number): Promise<RawPeer> {
  const peer = await connectRaw(port);
  peer.send('bind_transceiver', 1, 0, { systemId: 'raw', password: 'secret' });
  await peer.expect('bind_transceiver_resp');
  return peer;
}

/** Listens on loopback and returns each peer that connects. */
export async function listenRaw(): Promise<{ port: number; accept(): Promise<RawPeer> }> {
  const server = createServer({ noDelay: true });
  const arrived: RawPeer[] = [];
  const waiting: Array<(peer: RawPeer) => void> = [];
  server.on('connection', (socket) => {
    onTestFinished(() => void socket.destroy());
    const peer = rawPeer(socket);
    const waiter = waiting.shift();
    if (waiter) waiter(peer);
    else arrived.push(peer);
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    accept: () => {
      const peer = arrived.shift();
      return peer ? Promise.resolve(peer) : new Promise((resolve) => void waiting.push(resolve));
    },
  };
}
