/**
 * Schedules the lab's delayed actions in one heap on one timer: thousands of pending receipts and deliveries need a single timer.
 */
import type { Clock } from '@textprobe/smpp/clock';
import { type DueEntry, insert, takeFirst } from './due-heap.ts';

export interface Schedule {
  /** Runs `action` after `delayMs`; actions due at the same instant run in the order scheduled. */
  after(delayMs: number, action: () => void): void;
  /** The number of pending actions. */
  readonly size: number;
  /** Drops all pending actions and ignores later ones. Idempotent. */
  stop(): void;
}

interface Entry extends DueEntry {
  readonly action: () => void;
}

/** Creates a schedule; `onRun` is called after each run. Actions must not throw. */
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
    // Timers may fire slightly early: actions due within this millisecond run now instead of re-arming the timer.
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
