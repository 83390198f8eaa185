/** The machine's own time, in the form in which the library wants it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@textprobe/smpp/clock';

export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    // The library's timers watch over connections; alone they are no reason for a program to go on.
    const timer = setTimeout(fn, ms).unref();
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};
