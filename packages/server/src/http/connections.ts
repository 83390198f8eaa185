/**
 * The connections of a server: how many a network may hold, which are closed to make room for others, and how all end when
 * the server closes. A connection counts as idle while no request is under way on it.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@textprobe/domain/clock';
import { networkOf } from './network.ts';

export interface Connections {
  /**
   * A trusted proxy forwards by it what others ask: it is no longer counted against the proxy's network, nor closed for
   * being idle unless all connections are in use and no other idles. Those others are told apart by request.
   */
  markForwarded(socket: Socket): void;
  /** Takes no more, and has each end as soon as nothing is under way on it. Idempotent. */
  end(): void;
}

const SHARE_OF_NETWORK = 1 / 4;
const IDLE_MS = 5_000;
const LOOK_MS = 1_000;
/**
 * A network that has its share is given so many new connections a second in the place of idle ones; more are closed at once,
 * which costs a tenth of an answer. 4,200 that each dialled again a second after they were closed took a core for
 * themselves, and a new connection of another network 1.8 s.
 */
const REPLACED_A_SECOND = 100;
const SECOND_MS = 1_000;

interface Connection {
  readonly network: string;
  requests: number;
  isForwarded: boolean;
}

/** Those of one network. */
interface Holding {
  size: number;
  /** Since when each is idle, by the clock; the longest idle first. */
  readonly idle: Map<Socket, number>;
  /** Closed for new ones since `countedFrom`. */
  replaced: number;
  countedFrom: number;
}

/** @param options.limit connections at once, of all networks */
export function trackConnections(
  server: Server,
  { limit, clock }: { readonly limit: number; readonly clock: Clock },
): Connections {
  const mostOfNetwork = Math.max(1, Math.floor(limit * SHARE_OF_NETWORK));
  const open = new Map<Socket, Connection>();
  const holdings = new Map<string, Holding>();
  const forwarded = emptyHolding();
  let ending = false;
  let cancelLook: (() => void) | undefined;

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
    lookLater();
  });

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });

  /** Whether one more of this network may stay, if need be in the place of an idle one. */
  function makeRoom(network: string): boolean {
    const own = holdings.get(network);
    if (own !== undefined && own.size >= mostOfNetwork) return mayReplace(own) && closeLongestIdle(own);
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
    return own.replaced <= REPLACED_A_SECOND;
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
    // What is written still goes out.
    if (ending && isIdle) socket.destroySoon();
    const { idle } = (connection.isForwarded ? undefined : holdings.get(connection.network)) ?? forwarded;
    if (isIdle) idle.set(socket, clock.now());
    else idle.delete(socket);
  }

  /** Only while half of all are in use is anybody in want of them. */
  function lookLater(): void {
    if (!ending && open.size > limit / 2) cancelLook ??= clock.after(LOOK_MS, closeIdle);
  }

  function closeIdle(): void {
    cancelLook = undefined;
    const before = clock.now() - IDLE_MS;
    const all = [...holdings.values()].flatMap(({ idle }) => [...idle]);
    for (const [socket, since] of all) {
      if (since > before) continue;
      forget(socket);
      socket.destroy();
    }
    lookLater();
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
      cancelLook?.();
      for (const [socket, { requests }] of open) if (requests === 0) socket.destroySoon();
    },
  };
}

function emptyHolding(): Holding {
  return { size: 0, idle: new Map(), replaced: 0, countedFrom: 0 };
}
