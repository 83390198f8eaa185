/** The real clock. Packages below `cli` get a clock as a dependency and never read the time themselves. */
import type { Clock } from '@textprobe/domain/clock';

/** The longest delay of a Node timer in milliseconds (some 24.8 days); a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    // A negative delay is overdue: it fires at once.
    let timer = setTimeout(tick, Math.max(0, Math.min(ms, LONGEST_TIMER_MS)));
    let left = ms;
    function tick(): void {
      left -= LONGEST_TIMER_MS;
      if (left > 0) timer = setTimeout(tick, Math.min(left, LONGEST_TIMER_MS));
      else fn();
    }
    return () => clearTimeout(timer);
  },
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const cancel = systemClock.after(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      function onAbort(): void {
        cancel();
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  },
};
