/**
 * Everything the lab will do later, in one heap on one timer of the clock: thousands of pending receipts and
 * deliveries cost one armed timer, not one each.
 */
import type { Clock } from '@textprobe/smpp/clock';
import { type DueEntry, insert, takeFirst } from './due-heap.ts';

export interface Schedule {
  /** Runs `action` after `delayMs`; of two due at the same instant the one asked for first runs first. */
  after(delayMs: number, action: () => void): void;
  /** How many actions wait. */
  readonly size: number;
  /** Forgets what waits; nothing asked for later runs either. Idempotent. */
  stop(): void;
}

interface Entry extends DueEntry {
  readonly action: () => void;
}

/** A schedule on `clock`; `onRun` is told after each run. Actions must not throw: nobody is there to catch it. */
export function createSchedule(clock: Clock, onRun: () => void = () => {}): Schedule {
  const heap: Entry[] = [];
  let order = 0;
  let armed: { due: number; cancel: () => void } | null = null;
  let stopped = false;

  function arm(): void {
    const first = heap[0];
    if (first === undefined || (armed !== null && armed.due <= first.due)) return;
    armed?.cancel();
    armed = { due: first.due, cancel: clock.after(Math.max(0, first.due - clock.now()), fire) };
  }

  function fire(): void {
    armed = null;
    // Timers may fire a hair early: what is due within this millisecond runs now rather than arming again.
    const now = clock.now() + 0.999;
    for (let first = heap[0]; first !== undefined && first.due <= now && !stopped; first = heap[0]) {
      takeFirst(heap);
      first.action();
    }
    if (!stopped) arm();
    onRun();
  }

  return {
    after(delayMs, action) {
      if (stopped) return;
      insert(heap, { due: clock.now() + delayMs, order: order++, action });
      arm();
    },
    get size() {
      return heap.length;
    },
    stop() {
      stopped = true;
      heap.length = 0;
      armed?.cancel();
      armed = null;
    },
  };
}
