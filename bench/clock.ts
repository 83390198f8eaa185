/** The system clock, for our modules that a benchmark starts itself and that take a clock as an argument. */
import { setTimeout as sleep } from 'node:timers/promises';

export const clock = {
  now: () => Date.now(),
  after(ms: number, fn: () => void) {
    // On a busy machine, the time may have passed before the timer is set.
    const timer = setTimeout(fn, Math.max(0, ms)).unref();
    return () => clearTimeout(timer);
  },
  sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};
