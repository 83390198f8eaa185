/** An SMPP server: listens, and creates a session for every ESME that binds. */
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import {
  acceptConnection,
  BIND_TIMEOUT_MS,
  type ServerSessionOptions,
  type SmppServerSession,
} from './server-session.ts';

export type { SmppServerSession } from './server-session.ts';

export interface SmppServerOptions extends ServerSessionOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, any free port. */
  readonly port?: number;
  /** With `key` and `cert` the server speaks TLS. */
  readonly tls?: TlsOptions;
}

export interface SmppServer {
  readonly port: number;
  /** The sessions bound now. */
  readonly sessions: ReadonlySet<SmppServerSession>;
  /** Stops accepting connections, unbinds every session within `graceMs` (default 1,000), then closes the rest. */
  close(graceMs?: number): Promise<void>;
}

/** Resolves once it listens. Rejects with the system error if it cannot, e.g. EADDRINUSE. */
export async function createSmppServer(options: SmppServerOptions): Promise<SmppServer> {
  const sessions = new Set<SmppServerSession>();
  const sockets = new Set<Socket>();
  const settings: ServerSessionOptions = {
    ...options,
    onSession(session) {
      sessions.add(session);
      void session.closed.then(() => sessions.delete(session));
      options.onSession(session);
    },
  };
  const onConnection = (socket: Socket): void => acceptConnection(socket, settings);
  const server = options.tls
    ? createTlsServer({ handshakeTimeout: BIND_TIMEOUT_MS, ...options.tls }, onConnection)
    : createTcpServer(onConnection);
  // Track sockets as well as sessions, so that closing also ends those in a TLS handshake or without a bind.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  let closing: Promise<void> | undefined;

  async function closeAll(graceMs: number): Promise<void> {
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    if (graceMs > 0) await Promise.all([...sessions].map((session) => session.unbind(graceMs)));
    for (const session of sessions) session.destroy();
    for (const socket of sockets) socket.destroy();
    await ended;
  }

  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    close(graceMs = 1_000) {
      closing ??= closeAll(graceMs);
      return closing;
    },
  };
}

/** Resolves once `server` listens; rejects with the system error. Later errors (no file descriptor left …) are ignored. */
function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
}
