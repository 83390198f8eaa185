/**
 * Gives up connections that have stopped responding. A pulled cable or a firewall that drops a connection sends no
 * signal: the system retransmits for a quarter of an hour, and the query waits as long.
 *
 * node-postgres has a `query_timeout`, but it fails the query and returns the dead connection to the pool, where the
 * next query waits on it. TCP_USER_TIMEOUT cannot be set from Node, and a proxy that acknowledges data before losing it
 * would defeat it.
 */
import type { Clock } from '@textprobe/domain/clock';
import pg from 'pg';
import type { Log } from './log.ts';

export interface SilenceOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** A connection without any response for this long, while one is expected, counts as dead. Milliseconds. */
  readonly limitMs: number;
}

interface Watched {
  /** Queries sent and not fully answered. */
  asked: number;
  /** Since when a response is expected, or when the last bytes arrived. Epoch milliseconds. */
  lastDataAt: number;
  destroy(error: Error): void;
}

/** After a stall, timers fire before pending data is read; this is the extra time to listen. Milliseconds. */
const SECOND_LOOK_MS = 250;
const CLOSE_TIMEOUT_MS = 1_000;
/** The server cancels a fifth earlier, so that a live server responds before its connection is given up. */
const STATEMENT_SHARE = 0.8;

/** Session settings for a connection that is given up after `limitMs`: the server gives up what we give up. */
export function sessionTimeouts(
  limitMs: number,
): Required<Pick<pg.ClientConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>> {
  return {
    statement_timeout: Math.round(limitMs * STATEMENT_SHARE),
    // Otherwise the work of a lost connection would keep its locks.
    idle_in_transaction_session_timeout: limitMs,
  };
}

/** @returns a connection class for a pool */
export function watchSilence(options: SilenceOptions): typeof pg.Client {
  const connections = new Set<Watched>();

  /** Other connections without a response since then are most likely dead too, and cheap to replace. */
  function giveUp(dead: Watched): void {
    const error = silenceError(options.limitMs);
    options.log.warn({ err: error }, 'gave up a database connection that stopped responding');
    for (const other of connections) {
      if (other === dead || (other.asked === 0 && other.lastDataAt <= dead.lastDataAt)) other.destroy(error);
    }
  }

  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      watch(this, options, connections, giveUp);
    }
  };
}

/** Closes a connection that may be dead: waits at most a second for a graceful close. */
export async function endWithin(client: pg.Client, clock: Clock): Promise<void> {
  const cancel = clock.after(CLOSE_TIMEOUT_MS, () => client.connection.stream.destroy());
  await client.end();
  cancel();
}

function watch(
  client: pg.Client,
  { clock, limitMs }: SilenceOptions,
  connections: Set<Watched>,
  giveUp: (dead: Watched) => void,
): void {
  const { connection } = client;
  let cancel: (() => void) | null = null;
  let isSecondLook = false;
  const watched: Watched = {
    asked: 0,
    lastDataAt: clock.now(),
    destroy: (error) => void connection.stream.destroy(error),
  };

  function onData(): void {
    watched.lastDataAt = clock.now();
    isSecondLook = false;
  }

  function asked(): void {
    if (watched.asked === 0) onData();
    watched.asked += 1;
    // One timer for all queries of a period, not one for each, so that it costs nothing in normal operation.
    cancel ??= clock.after(limitMs, look);
  }

  function answered(): void {
    watched.asked = Math.max(0, watched.asked - 1);
  }

  function look(): void {
    cancel = null;
    if (watched.asked === 0) return;
    const left = watched.lastDataAt + limitMs - clock.now();
    if (left <= 0 && isSecondLook) return giveUp(watched);
    isSecondLook = left <= 0;
    cancel = clock.after(isSecondLook ? SECOND_LOOK_MS : left, look);
  }

  // From the start: a caller waiting in the pool sends queries before `connect` resolves.
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    asked();
    return query(...args);
  }) as typeof client.query;
  // The first bytes are the server's greeting.
  connection.once('readyForQuery', () => connection.on('readyForQuery', answered));
  client.once('connect', () => {
    connections.add(watched);
    // Not earlier: TLS replaces the stream.
    connection.stream.on('data', onData);
  });
  // If a connection in use is lost, its query fails.
  client.on('error', ignore);
  client.once('end', () => {
    cancel?.();
    connections.delete(watched);
  });
}

function ignore(): void {}

function silenceError(limitMs: number): Error {
  const words = `the database was silent for ${limitMs / 1000} s`;
  return Object.assign(new Error(words), { code: 'ETIMEDOUT' });
}
