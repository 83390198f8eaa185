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

async function layWire(to: NetConnectOpts): Promise<Wire> {
  const sockets = new Set<Socket>();
  /** The mode for new connections; after a loss existing ones keep theirs, because a lost byte is lost for good. */
  let era = newEra();
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(on: number) {
    const listening = createServer({ allowHalfOpen: true }, lead).listen(on, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  function lead(near: Socket): void {
    keep(near);
    const far = connect({ ...to, allowHalfOpen: true });
    keep(far);
    const passing = era;
    pass(near, far, () => passing.questions);
    pass(far, near, () => {
      if (!passing.answers) passing.lost();
      return passing.answers;
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
      era.questions = era.answers = false;
    },
    swallowAnswers() {
      era.answers = false;
      return era.lostOne;
    },
    async mend() {
      era = newEra();
      if (!server.listening) server = await listen(port);
    },
    close: cut,
  };
}

function newEra() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { questions: true, answers: true, lost: resolve, lostOne: promise };
}

/** To the PostgreSQL of a test's database. @returns the proxy and the URL through it */
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
