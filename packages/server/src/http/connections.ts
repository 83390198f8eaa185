/**
 * Connection limits of the server: how many a network may hold, which are closed in favor of others, and how all end when
 * the server closes. A connection is idle while it has no request in flight.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@textprobe/domain/clock';
import { networkOf } from './network.ts';

export interface Connections {
  /**
   * Marks the connection of a trusted proxy: it no longer counts against the proxy's network, and is closed for being idle
   * only when all connections are in use and no other is idle. Its clients are limited by request.
   */
  markForwarded(socket: Socket): void;
  /** Accepts no more, and closes each connection once it is idle. Idempotent. */
  end(): void;
}

const SHARE_OF_NETWORK = 1 / 4;
const IDLE_MS = 5_000;
const CHECK_MS = 1_000;
/**
 * How often per second a network at its limit may replace an idle connection; further ones are closed at once, at a tenth
 * of the cost of an answer. Without it 4,200 clients that reconnect a second after they were closed used up a core, and a new
 * connection of another network took 1.8 s.
 */
const REPLACED_PER_SECOND = 100;
const SECOND_MS = 1_000;

interface Connection {
  readonly network: string;
  requests: number;
  isForwarded: boolean;
}

/** The connections of one network. */
interface Holding {
  size: number;
  /** When each became idle; longest idle first. */
  readonly idle: Map<Socket, number>;
  /** Idle connections replaced since `countedFrom`. */
  replaced: number;
  countedFrom: number;
}

/** @param options.limit concurrent connections of all networks */
export function trackConnections(
  server: Server,
  { limit, clock }: { readonly limit: number; readonly clock: Clock },
): Connections {
  const maxOfNetwork = Math.max(1, Math.floor(limit * SHARE_OF_NETWORK));
  const open = new Map<Socket, Connection>();
  const holdings = new Map<string, Holding>();
  const forwarded = emptyHolding();
  let ending = false;
  let cancelCheck: (() => void) | undefined;

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    if (ending || !makeRoom(network)) {
      socket.destroy();
      return;
    }
    const holding = holdings.get(network) ?? emptyHolding();
    holdings.set(network, holding);
    holding.size += 1;
    holding.idle.set(socket, clock.now());
    open.set(socket, { network, requests: 0, isForwarded: false });
    socket.once('close', () => forget(socket));
    checkLater();
  });

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });

  /** Whether to accept one more of this network; may close an idle connection for it. */
  function makeRoom(network: string): boolean {
    const own = holdings.get(network);
    if (own !== undefined && own.size >= maxOfNetwork) return mayReplace(own) && closeLongestIdle(own);
    if (open.size < limit) return true;
    let most = 0;
    let largest = forwarded;
    for (const holding of holdings.values()) {
      if (holding.idle.size <= most) continue;
      most = holding.idle.size;
      largest = holding;
    }
    return closeLongestIdle(largest);
  }

  function mayReplace(own: Holding): boolean {
    if (clock.now() - own.countedFrom >= SECOND_MS)
      Object.assign(own, { replaced: 0, countedFrom: clock.now() });
    own.replaced += 1;
    return own.replaced <= REPLACED_PER_SECOND;
  }

  function closeLongestIdle({ idle }: Holding): boolean {
    const [longest] = idle.keys();
    if (longest === undefined) return false;
    forget(longest);
    longest.destroy();
    return true;
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket);
    if (connection === undefined) return;
    open.delete(socket);
    if (connection.isForwarded) forwarded.idle.delete(socket);
    else release(socket, connection.network);
  }

  function release(socket: Socket, network: string): void {
    const holding = holdings.get(network);
    if (holding === undefined) return;
    holding.idle.delete(socket);
    holding.size -= 1;
    if (holding.size === 0) holdings.delete(network);
  }

  function count(socket: Socket, change: 1 | -1): void {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.requests += change;
    const isIdle = connection.requests === 0;
    // `destroySoon` flushes what is written.
    if (ending && isIdle) socket.destroySoon();
    const { idle } = (connection.isForwarded ? undefined : holdings.get(connection.network)) ?? forwarded;
    if (isIdle) idle.set(socket, clock.now());
    else idle.delete(socket);
  }

  /** Idle connections are closed only while more than half of the limit is in use. */
  function checkLater(): void {
    if (!ending && open.size > limit / 2) cancelCheck ??= clock.after(CHECK_MS, closeIdle);
  }

  function closeIdle(): void {
    cancelCheck = undefined;
    const before = clock.now() - IDLE_MS;
    const all = [...holdings.values()].flatMap(({ idle }) => [...idle]);
    for (const [socket, since] of all) {
      if (since > before) continue;
      forget(socket);
      socket.destroy();
    }
    checkLater();
  }

  return {
    markForwarded(socket) {
      const connection = open.get(socket);
      if (connection === undefined || connection.isForwarded) return;
      release(socket, connection.network);
      connection.isForwarded = true;
    },
    end() {
      ending = true;
      cancelCheck?.();
      for (const [socket, { requests }] of open) if (requests === 0) socket.destroySoon();
    },
  };
}

function emptyHolding(): Holding {
  return { size: 0, idle: new Map(), replaced: 0, countedFrom: 0 };
}
