/**
 * Collects the ids of changed things and flushes them together, at most once per interval: for work that is too
 * expensive to do on every commit.
 */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';

export interface Coalescer<T> {
  /** Only buffers; duplicates are flushed once. */
  add(items: Iterable<T>): void;
  /** Flushes what is left and stops. Idempotent. */
  stop(): Promise<void>;
}

/**
 * @param options.flush receives the collected items. If it fails, the failure is logged and the items are dropped: every
 *   caller has a sweep as fallback.
 */
export function createCoalescer<T>(options: {
  name: string;
  clock: Clock;
  log: Log;
  pauseMs: number;
  flush: (items: ReadonlySet<T>) => Promise<void>;
}): Coalescer<T> {
  const { name, clock, log, pauseMs, flush } = options;
  let gathered = new Set<T>();
  let stopped = false;
  let draining: Promise<void> | undefined;
  let endPause: (() => void) | undefined;

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(pauseMs, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  async function drain(): Promise<void> {
    // Defer to a microtask: the caller may add more in this tick.
    await Promise.resolve();
    while (gathered.size > 0) {
      const taken = gathered;
      gathered = new Set();
      try {
        await flush(taken);
      } catch (error) {
        log.warn({ err: error, items: taken.size }, `${name}: flush failed`);
      }
      if (!stopped) await pause();
    }
    draining = undefined;
  }

  return {
    add(items) {
      for (const item of items) gathered.add(item);
      if (gathered.size > 0) draining ??= drain();
    },
    async stop() {
      stopped = true;
      endPause?.();
      await draining;
    },
  };
}
