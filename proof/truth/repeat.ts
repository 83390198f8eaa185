/** Repeats work by a clock. */
import type { Clock } from '@textprobe/domain/clock';

/** Runs at once, and `everyMs` after each end. @returns stops it, and waits for the last run */
export function repeat(clock: Clock, everyMs: number, run: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  let cancel: (() => void) | undefined;
  let running = once();

  async function once(): Promise<void> {
    await run();
    if (isStopped) return;
    cancel = clock.after(everyMs, () => {
      running = once();
    });
  }

  return async () => {
    isStopped = true;
    cancel?.();
    await running;
  };
}
