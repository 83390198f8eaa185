/**
 * Gives up connections that answer nothing any more. A cable that was pulled or a firewall that forgot a connection sends
 * no word of it: what was written is sent again by the system for a quarter of an hour, and the query waits as long.
 *
 * node-postgres has a `query_timeout`, but it fails the query and puts the dead connection back into the pool, where the
 * next one waits on it. TCP_USER_TIMEOUT cannot be set from Node, and a proxy that acknowledges what it loses would pass it.
 */
import type { Clock } from '@textprobe/domain/clock';
import pg from 'pg';
import type { Log } from './log.ts';

export interface SilenceOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** A connection that says nothing for so long while it is asked counts as dead. Milliseconds. */
  readonly limitMs: number;
}

interface Watched {
  /** Queries handed in and not answered to their end. */
  asked: number;
  /** Since when there is something to wait for, or the instant of the last octets that came. Epoch milliseconds. */
  heardAt: number;
  destroy(error: Error): void;
}

/** A process that was held up finds its timers due before it has read what came: so much longer it listens. Milliseconds. */
const SECOND_LOOK_MS = 250;
const FAREWELL_MS = 1_000;
/** A fifth earlier the server itself is to break off: a living one is heard of before it is given up. */
const STATEMENT_SHARE = 0.8;

/** The settings of a session whose connection is given up after `limitMs`: what we forget, the server forgets too. */
export function sessionTimeouts(
  limitMs: number,
): Required<Pick<pg.ClientConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>> {
  return {
    statement_timeout: Math.round(limitMs * STATEMENT_SHARE),
    // Else what a lost connection was doing would hold its locks.
    idle_in_transaction_session_timeout: limitMs,
  };
}

/** @returns for a pool to make its connections of */
export function watchSilence(options: SilenceOptions): typeof pg.Client {
  const connections = new Set<Watched>();

  /** What was not heard of since the dead one was last heard is most likely dead too: it costs nothing to make it anew. */
  function giveUp(dead: Watched): void {
    const error = silenceError(options.limitMs);
    options.log.warn({ err: error }, 'gave up a database connection that answers no more');
    for (const other of connections) {
      if (other === dead || (other.asked === 0 && other.heardAt <= dead.heardAt)) other.destroy(error);
    }
  }

  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      watch(this, options, connections, giveUp);
    }
  };
}

/** Ends a connection that may be dead: its farewell has a second to be answered. */
export async function endWithin(client: pg.Client, clock: Clock): Promise<void> {
  const cancel = clock.after(FAREWELL_MS, () => client.connection.stream.destroy());
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
    heardAt: clock.now(),
    destroy: (error) => void connection.stream.destroy(error),
  };

  function heard(): void {
    watched.heardAt = clock.now();
    isSecondLook = false;
  }

  function asked(): void {
    if (watched.asked === 0) heard();
    watched.asked += 1;
    // One timer for all queries of a span, not one for each: it costs nothing where all is well.
    cancel ??= clock.after(limitMs, look);
  }

  function answered(): void {
    watched.asked = Math.max(0, watched.asked - 1);
  }

  function look(): void {
    cancel = null;
    if (watched.asked === 0) return;
    const left = watched.heardAt + limitMs - clock.now();
    if (left <= 0 && isSecondLook) return giveUp(watched);
    isSecondLook = left <= 0;
    cancel = clock.after(isSecondLook ? SECOND_LOOK_MS : left, look);
  }

  // From the beginning: who waits in a pool asks before `connect` is told.
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    asked();
    return query(...given);
  }) as typeof client.query;
  // The first is the server's greeting.
  connection.once('readyForQuery', () => connection.on('readyForQuery', answered));
  client.once('connect', () => {
    connections.add(watched);
    // Not before: for TLS it is another one.
    connection.stream.on('data', heard);
  });
  // One that is out of its pool is told by its query.
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
