/** Real time, for tests that wait for other processes; the program's own clock is in `cli`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@textprobe/domain/clock';

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};
