/**
 * The open event streams of this process. Each gets the changed tests that its account may see at that moment, comments
 * keep proxies from closing it, and it ends with its session, even if that ended in another process.
 */
import type { ServerResponse } from 'node:http';
import { LIVE_END_EVENT, LIVE_EVENT, type LiveEnd, type LiveEvent } from '@textprobe/contract/live';
import type { Database } from '@textprobe/database/core/connection';
import type { LiveTests } from '@textprobe/database/live/channels';
import { covers, type Scope } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { findLiveScopes } from '../auth/callers.ts';
import type { LiveFeed } from './live-feed.ts';

const COMMENT_EVERY_MS = 20_000;
/** The delay before a browser reconnects, in milliseconds. */
const RETRY_MS = 3_000;
/** A reader with this much unread data (bytes) is disconnected; it refetches after it reconnects. */
const BACKLOG_LIMIT = 65_536;

/** Limits of one process. The console has one stream for each tab. */
const PER_SESSION = 10;
const PER_ACCOUNT = 100;

/** Which limit is reached. */
export type StreamRefusal = 'session' | 'account' | 'all';

export interface LiveStreams {
  /** Takes over a response whose headers are sent. Check `refusalOf` first. */
  open(response: ServerResponse, caller: Caller): void;
  /** The limit that forbids one more stream for this caller; null if none. */
  refusalOf(caller: Caller): StreamRefusal | null;
  readonly size: number;
  /** Ends the streams of one session, at its logout. */
  endSession(key: string, reason: LiveEnd['reason']): void;
  /** Ends all. Idempotent. */
  stop(reason: LiveEnd['reason']): void;
}

interface LiveStreamsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly subscribe: LiveFeed['subscribe'];
  readonly limit: number;
}

export function createLiveStreams({ db, clock, log, subscribe, limit }: LiveStreamsDeps): LiveStreams {
  const streams = new Map<ServerResponse, Caller>();
  const unsubscribe = subscribe((changes) => {
    send(changes).catch((error: unknown) => {
      log.warn({ err: error }, 'could not read who may see the changed tests');
      broadcast(frame(LIVE_EVENT, { many: true }));
    });
  });
  let cancelTick = clock.after(COMMENT_EVERY_MS, tick);
  let stopped = false;

  function broadcast(text: string): void {
    for (const response of streams.keys()) write(response, text);
  }

  async function send(changes: readonly LiveTests[] | null): Promise<void> {
    if (streams.size === 0) return;
    const scopes = await endExpired();
    for (const [response, caller] of streams) {
      // Without one, it was opened while the scopes were read.
      const own = eventInScope(scopes.get(caller.key) ?? caller.scope, changes);
      if (own !== null) write(response, frame(LIVE_EVENT, own));
    }
  }

  function write(response: ServerResponse, text: string): void {
    if (response.writableLength > BACKLOG_LIMIT) response.destroy();
    else response.write(text);
  }

  function end(response: ServerResponse, reason: LiveEnd['reason']): void {
    streams.delete(response);
    response.end(frame(LIVE_END_EVENT, { reason } satisfies LiveEnd));
  }

  function tick(): void {
    cancelTick = clock.after(COMMENT_EVERY_MS, tick);
    broadcast(': still here\n\n');
    endExpired().catch((error: unknown) =>
      log.warn({ err: error }, 'could not check the sessions of event streams'),
    );
  }

  /** @returns the scopes of the others, by key of the caller */
  async function endExpired(): Promise<ReadonlyMap<string, Scope>> {
    const checked = [...streams];
    const live = await findLiveScopes({ db, clock }, [...streams.values()]);
    for (const [response, caller] of checked) if (!live.has(caller.key)) end(response, 'expired');
    return live;
  }

  return {
    get size() {
      return streams.size;
    },
    refusalOf({ key, accountId }) {
      const held = [...streams.values()];
      if (held.filter((one) => one.key === key).length >= PER_SESSION) return 'session';
      if (held.filter((one) => one.accountId === accountId).length >= PER_ACCOUNT) return 'account';
      return held.length >= limit ? 'all' : null;
    },
    open(response, caller) {
      streams.set(response, caller);
      response.once('close', () => streams.delete(response));
      response.on('error', () => streams.delete(response));
      write(response, `retry: ${RETRY_MS}\n\n`);
    },
    endSession(key, reason) {
      for (const [response, caller] of streams) if (caller.key === key) end(response, reason);
    },
    stop(reason) {
      if (stopped) return;
      stopped = true;
      cancelTick();
      unsubscribe();
      for (const response of streams.keys()) end(response, reason);
    },
  };
}

/** Null if none of it may be seen. */
function eventInScope(scope: Scope, changes: readonly LiveTests[] | null): LiveEvent | null {
  if (changes === null) return { many: true };
  const own = changes.filter(({ partnerIds }) => covers(scope, partnerIds));
  if (own.length === 0) return null;
  const testIds = own.flatMap(({ testIds: ids }) => ids ?? []);
  return own.some(({ testIds: ids }) => ids === null) ? { many: true } : { testIds: [...new Set(testIds)] };
}

function frame(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
