/** A TCP proxy between two programs of a test that can be cut, drop data, and be restored. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface Wire {
  /** On loopback; forwards to the other end. */
  readonly port: number;
  /** Breaks every connection and accepts none, like a stopped server. */
  cut(): Promise<void>;
  /**
   * From now on everything is acknowledged and dropped, in both directions, as by a firewall that lost its state: no
   * connection ends.
   */
  swallow(): void;
  /**
   * Drops responses only: requests are executed, and their results never arrive.
   * @returns resolves once a response was dropped
   */
  swallowAnswers(): Promise<void>;
  /** Restores new connections; existing ones stay broken. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

async function openWire(to: NetConnectOpts): Promise<Wire> {
  const sockets = new Set<Socket>();
  /** The mode for new connections; after a loss existing ones keep theirs, because a lost byte is lost for good. */
  let mode = newMode();
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(on: number) {
    const listening = createServer({ allowHalfOpen: true }, forward).listen(on, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  function forward(near: Socket): void {
    keep(near);
    const far = connect({ ...to, allowHalfOpen: true });
    keep(far);
    const passing = mode;
    pass(near, far, () => passing.requests);
    pass(far, near, () => {
      if (!passing.responses) passing.lost();
      return passing.responses;
    });
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  function pass(from: Socket, into: Socket, isPassing: () => boolean): void {
    from.on('data', (octets) => {
      if (isPassing()) into.write(octets);
    });
    // The end of a stream is data too, and dropped like any other.
    from.on('end', () => {
      if (isPassing()) into.end();
    });
    from.on('close', () => {
      if (isPassing()) into.destroy();
    });
  }

  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    port,
    cut,
    swallow() {
      mode.requests = mode.responses = false;
    },
    swallowAnswers() {
      mode.responses = false;
      return mode.lostOne;
    },
    async mend() {
      mode = newMode();
      if (!server.listening) server = await listen(port);
    },
    close: cut,
  };
}

function newMode() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { requests: true, responses: true, lost: resolve, lostOne: promise };
}

/** To the PostgreSQL of a test's database. @returns the proxy and the URL through it */
export async function openWireToDatabase(
  url: string,
): Promise<{ readonly wire: Wire; readonly url: string }> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || '5432');
  const wire = await openWire(
    folder === null ? { host: target.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` },
  );
  target.searchParams.delete('host');
  // A URL without a host has no port either.
  const user = target.username || 'postgres';
  return {
    wire,
    url: `postgres://${user}${target.password === '' ? '' : `:${target.password}`}@127.0.0.1:${wire.port}${target.pathname}`,
  };
}
