/**
 * LISTEN on a dedicated connection that reconnects until it is closed. Notifications sent during a gap are
 * lost, so the listener is notified after each gap and must refetch.
 */
import type { Clock } from '@textprobe/domain/clock';
import pg from 'pg';
import { connectionSettings } from './connection.ts';
import type { Log } from './log.ts';
import { endWithin } from './silence.ts';

export interface ListenHandler {
  onNotification(channel: string, payload: string): void;
  /** Listening again after a gap, in which anything may have changed. */
  onReconnect(): void;
}

export interface Listener {
  /** Idempotent. */
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** Detects silently dropped connections by polling; the system's keep-alive takes minutes. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 5000;

/**
 * Resolves once all channels are subscribed.
 * @throws the error of node-postgres if the first connection fails: see `describeConnectionError`
 */
export async function listen(
  url: string,
  channels: readonly string[],
  handler: ListenHandler,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<Listener> {
  const { clock, log } = deps;
  const closing = new AbortController();
  let session = await openSession(url, channels, handler, clock);
  const running = run();
  return {
    async close() {
      closing.abort();
      await session.close();
      await running;
    },
  };

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const reason = await session.lost;
      if (!closing.signal.aborted)
        log.warn({ reason, channels }, 'lost the connection for notifications; reconnecting');
      while (!closing.signal.aborted) {
        await clock.sleep(pause, closing.signal).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        if (await reopen()) break;
      }
      if (closing.signal.aborted) return session.close();
      pause = FIRST_PAUSE_MS;
      handler.onReconnect();
    }
  }

  async function reopen(): Promise<boolean> {
    if (closing.signal.aborted) return false;
    try {
      session = await openSession(url, channels, handler, clock);
      return true;
    } catch (error) {
      log.debug({ err: error }, 'cannot connect for notifications; retrying');
      return false;
    }
  }
}

interface Session {
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

async function openSession(
  url: string,
  channels: readonly string[],
  handler: ListenHandler,
  clock: Clock,
): Promise<Session> {
  const client = new pg.Client({
    ...connectionSettings(url, 'textprobe notifications'),
    connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
    query_timeout: HEARTBEAT_TIMEOUT_MS,
  });
  client.on('notification', ({ channel, payload }) => handler.onNotification(channel, payload ?? ''));
  const lost = new Promise<string>((resolve) => {
    client.on('error', (error) => resolve(error.message));
    client.on('end', () => resolve('the connection ended'));
  });
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }

  let cancel = clock.after(HEARTBEAT_MS, beat);
  function beat(): void {
    client.query('select 1').then(
      () => {
        cancel = clock.after(HEARTBEAT_MS, beat);
      },
      // On any error: `end` closes the connection even if the other side is silent, and `lost` starts the reconnect.
      () => void client.end().catch(() => undefined),
    );
  }
  void lost.then(() => cancel());
  return { lost, close: () => endWithin(client, clock) };
}
