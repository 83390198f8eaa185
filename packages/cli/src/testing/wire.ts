/** A wire between two programs of a test, which can be cut and mended. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface Wire {
  /** On loopback; whoever connects there is led to the other end. */
  readonly port: number;
  /** Breaks every connection and takes none, as where a server has ended. */
  cut(): Promise<void>;
  /** All is well again, for connections to come. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function layWire(to: NetConnectOpts): Promise<Wire> {
  const sockets = new Set<Socket>();
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(on: number) {
    const listening = createServer(lead).listen(on, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  function lead(near: Socket): void {
    keep(near);
    const far = connect(to);
    keep(far);
    pass(near, far);
    pass(far, near);
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  function pass(from: Socket, into: Socket): void {
    from.on('data', (octets) => into.write(octets));
    from.on('close', () => into.destroy());
  }

  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    port,
    cut,
    async mend() {
      server = await listen(port);
    },
    close: cut,
  };
}

/** To the PostgreSQL of a test's database. @returns the wire and the URL that leads over it */
export async function layWireToDatabase(url: string): Promise<{ readonly wire: Wire; readonly url: string }> {
  const there = new URL(url);
  const folder = there.searchParams.get('host');
  const port = Number(there.port || '5432');
  const wire = await layWire(
    folder === null ? { host: there.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` },
  );
  there.searchParams.delete('host');
  // A URL without a host has no port either.
  const user = there.username || 'postgres';
  return {
    wire,
    url: `postgres://${user}${there.password === '' ? '' : `:${there.password}`}@127.0.0.1:${wire.port}${there.pathname}`,
  };
}
