/** Keeps a started server up: when it goes away by itself it is raised again, after a pause that grows. */
import type { Clock } from '@textprobe/domain/clock';
import type { Log } from '../core/log.ts';
import type { Server } from './raise-server.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** A server that has stayed up for so long gets a quick restart again. */
const STEADY_MS = 10_000;

export interface SupervisionOptions {
  readonly raise: (signal: AbortSignal) => Promise<Server>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onDown?: ((reason: string) => void) | undefined;
  readonly onUp?: (() => void) | undefined;
}

export interface Supervision {
  /** Lets go of the server without ending it. Idempotent. */
  stop(): Promise<void>;
}

export function supervise(first: Server, options: SupervisionOptions): Supervision {
  const { clock, log } = options;
  const stopping = new AbortController();
  let server: Server | undefined = first;

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (server !== undefined) {
      const upSince = clock.now();
      const reason = await server.link.lost;
      if (stopping.signal.aborted) return;
      log.error({ reason }, 'PostgreSQL went away, starting it again');
      options.onDown?.(reason);
      if (clock.now() - upSince > STEADY_MS) pause = FIRST_PAUSE_MS;
      server = undefined;
      while (server === undefined && !stopping.signal.aborted) {
        await clock.sleep(pause, stopping.signal).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        server = await raiseAgain();
      }
      if (server === undefined || stopping.signal.aborted) return;
      log.info({}, 'PostgreSQL is back');
      options.onUp?.();
    }
  }

  async function raiseAgain(): Promise<Server | undefined> {
    if (stopping.signal.aborted) return undefined;
    try {
      return await options.raise(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'PostgreSQL does not come back yet');
      return undefined;
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await server?.link.close();
      await running;
      // One that came up while we were being stopped.
      await server?.link.close();
    },
  };
}
