/** The real clock. Everything below `cli` is handed a clock and never reads the time by itself. */
import type { Clock } from '@textprobe/domain/clock';

/** The longest delay that a Node timer takes, in milliseconds (some 24.8 days); a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    // What was due while the process was held up is due now.
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
