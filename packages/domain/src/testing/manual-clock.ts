/**
 * A clock for tests: time stands still until the test advances it. Timers fire in order (simultaneous ones in the order
 * they were set), and whatever they wake runs before the next one fires.
 */
import type { Clock } from '../clock.ts';

/** A {@link Clock} that the test advances. */
export interface ManualClock extends Clock {
  /** Advances time by `ms` and fires every timer that falls due, including new ones. */
  advance(ms: number): Promise<void>;
  /** How many timers are pending. */
  readonly pending: number;
}

/** @param start the first instant, epoch milliseconds; 2026-01-01T00:00:00Z by default */
export function createManualClock(start: number = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  const timers = new Set<{ at: number; fn: () => void }>();

  function after(ms: number, fn: () => void): () => void {
    const timer = { at: now + Math.max(0, ms), fn };
    timers.add(timer);
    return () => {
      timers.delete(timer);
    };
  }

  function earliestUntil(end: number) {
    let first: { at: number; fn: () => void } | undefined;
    // A Set keeps insertion order, so `<` leaves simultaneous timers in the order they were set.
    for (const timer of timers) if (timer.at <= end && (!first || timer.at < first.at)) first = timer;
    return first;
  }

  return {
    now: () => now,
    after,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
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
      });
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let timer = earliestUntil(end); timer; timer = earliestUntil(end)) {
        timers.delete(timer);
        now = timer.at;
        timer.fn();
        await settle();
      }
      now = end;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Lets promise chains settle: an event loop tick comes after all microtasks. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
