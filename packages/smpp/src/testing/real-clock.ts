/** The system clock, for tests and examples that talk to real peers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** A {@link Clock} over `Date.now` and `setTimeout`; its timers do not keep the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms).unref();
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};
