/**
 * Gathers names of things that have changed and hands them on together, at once after a pause and then at most once in
 * so many milliseconds: what must not be done for every commit.
 */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';

export interface Coalescer<T> {
  /** Costs nothing but memory; what is named twice is handed on once. */
  add(items: Iterable<T>): void;
  /** Hands on what is left and ends. Idempotent. */
  stop(): Promise<void>;
}

/**
 * @param options.flush takes what was gathered. Should it fail the log says so and the items are dropped: whoever
 *   gathers has a sweep behind it.
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
    // Not within the caller's turn: it may have more to say.
    await Promise.resolve();
    while (gathered.size > 0) {
      const taken = gathered;
      gathered = new Set();
      try {
        await flush(taken);
      } catch (error) {
        log.warn({ err: error, items: taken.size }, `${name}: could not be told`);
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
