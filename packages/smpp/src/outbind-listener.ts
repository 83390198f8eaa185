/**
 * The ESME's side of outbind (SMPP 3.4 section 2.2.1): listens for an SMSC that has something to deliver, and binds back
 * over the connection that the SMSC has opened.
 */
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import {
  bindSession,
  createClientSession,
  type SmppBindOptions,
  type SmppClient,
  serveDeliveries,
} from './client-session.ts';
import { listen } from './listen.ts';
import type { Outbind } from './pdu.ts';
import type { Session } from './session.ts';

export interface OutbindListenerOptions extends SmppBindOptions {
  /** By default 127.0.0.1. */
  readonly host?: string;
  /** By default 0: a free one. */
  readonly port?: number;
  /** With `key` and `cert` the listener speaks TLS. */
  readonly tls?: TlsOptions;
  /** Whether this SMSC may have us bind; what throws or rejects says no, which closes the connection. */
  readonly accept: (outbind: Outbind, remoteAddress: string) => boolean | Promise<boolean>;
  /** Called with each session that is bound. Must not throw. */
  readonly onClient: (client: SmppClient) => void;
  /** How long a connection may stay without an outbind; by default 5,000. */
  readonly outbindTimeoutMs?: number;
}

export interface OutbindListener {
  readonly port: number;
  /** Takes no more connections and ends those there are; unbind clients first where that matters. */
  close(): Promise<void>;
}

/** Resolves once it listens. Rejects with the system's error where it cannot, e.g. EADDRINUSE. */
export async function listenForOutbind(options: OutbindListenerOptions): Promise<OutbindListener> {
  const sockets = new Set<Socket>();
  const { outbindTimeoutMs = 5_000 } = options;
  const onConnection = (socket: Socket): void => awaitOutbind(socket, options, outbindTimeoutMs);
  const server = options.tls
    ? createTlsServer({ handshakeTimeout: outbindTimeoutMs, ...options.tls }, onConnection)
    : createTcpServer(onConnection);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  let closing: Promise<void> | undefined;

  return {
    port: (server.address() as AddressInfo).port,
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
      return closing;
    },
  };
}

function awaitOutbind(socket: Socket, options: OutbindListenerOptions, timeoutMs: number): void {
  const remoteAddress = socket.remoteAddress ?? '';
  const serve = serveDeliveries(options);
  let isAsked = false;
  let isAccepted = false;
  const session = createClientSession(socket, options, (own, pdu) => {
    // A stranger who has not been accepted delivers nothing.
    if (isAccepted) return serve(own, pdu);
    if (isAsked || pdu.command !== 'outbind') return own.refuse(pdu);
    isAsked = true;
    void answerOutbind(own, pdu);
  });
  const cancelTimer = options.clock.after(timeoutMs, () => session.close('no outbind came in time'));
  void session.closed.then(cancelTimer);

  async function answerOutbind(own: Session, pdu: Outbind): Promise<void> {
    cancelTimer();
    isAccepted = await isWelcome(pdu);
    if (!isAccepted) return own.close('the outbind was refused');
    try {
      options.onClient(await bindSession(own, options, options.bind ?? 'receiver'));
    } catch {
      // The SMSC refused the bind that it has asked for, or went: the session has ended.
    }
  }

  async function isWelcome(pdu: Outbind): Promise<boolean> {
    try {
      return await options.accept(pdu, remoteAddress);
    } catch {
      return false;
    }
  }
}
