/** A clock for tests: time moves only when the test advances it, and timers fire in the order of their deadlines. */
import type { Clock } from '../clock.ts';

/** A {@link Clock} that the test advances. */
export interface ManualClock extends Clock {
  /** Advances time by `ms` and fires every timer due on the way, including those set during it. */
  advance(ms: number): void;
  /** How many timers are set and have neither fired nor been canceled. */
  readonly pending: number;
}

/** @param start the first instant, in epoch milliseconds. */
export function createManualClock(start = 0): ManualClock {
  let now = start;
  const timers = new Set<{ at: number; fn: () => void }>();

  function after(ms: number, fn: () => void): () => void {
    const timer = { at: now + Math.max(0, ms), fn };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  function earliestUntil(end: number) {
    let first: { at: number; fn: () => void } | undefined;
    for (const timer of timers) if (timer.at <= end && (!first || timer.at < first.at)) first = timer;
    return first;
  }

  return {
    now: () => now,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = after(ms, () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    advance(ms) {
      const end = now + ms;
      for (let timer = earliestUntil(end); timer; timer = earliestUntil(end)) {
        timers.delete(timer);
        now = timer.at;
        timer.fn();
      }
      now = end;
    },
    get pending() {
      return timers.size;
    },
  };
}
