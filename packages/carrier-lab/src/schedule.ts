/**
 * Everything the lab will do later, in one heap on one timer of the clock: thousands of pending receipts and
 * deliveries cost one armed timer, not one each.
 */
import type { Clock } from '@textprobe/smpp/clock';

export interface Schedule {
  /** Runs `action` after `delayMs`; of two due at the same instant the one asked for first runs first. */
  after(delayMs: number, action: () => void): void;
  /** How many actions wait. */
  readonly size: number;
  /** Forgets what waits; nothing asked for later runs either. Idempotent. */
  stop(): void;
}

interface Entry {
  readonly due: number;
  readonly order: number;
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

function isBefore(a: Entry, b: Entry): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}

function insert(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] as Entry;
    if (!isBefore(entry, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = entry;
}

function takeFirst(heap: Entry[]): void {
  const last = heap.pop() as Entry;
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const right = left + 1;
    if (left >= heap.length) break;
    const lesser = right < heap.length && isBefore(heap[right] as Entry, heap[left] as Entry) ? right : left;
    if (!isBefore(heap[lesser] as Entry, last)) break;
    heap[index] = heap[lesser] as Entry;
    index = lesser;
  }
  heap[index] = last;
}
