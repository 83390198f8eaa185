/** The machine's own time, for the parts of ours that a bench starts itself and that want it handed in. */
import { setTimeout as sleep } from 'node:timers/promises';

export const clock = {
  now: () => Date.now(),
  after(ms: number, fn: () => void) {
    // On a busy machine an instant may have passed before its timer is set.
    const timer = setTimeout(fn, Math.max(0, ms)).unref();
    return () => clearTimeout(timer);
  },
  sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};
