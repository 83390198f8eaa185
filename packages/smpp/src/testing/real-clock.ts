/** The machine's own time, for tests and examples that talk to real peers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** A {@link Clock} over `Date.now` and `setTimeout`; its timers keep no process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms).unref();
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};
