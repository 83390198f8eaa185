/**
 * A clock that hardly moves while this process is busy. Both sides of a comparison run in one process: on a real clock, a turn
 * of the event loop that takes 40 ms (garbage collection, a burst of work, another process) would put 40 ms between two
 * instants although nothing happened in between. On this clock a turn takes as long as the process was idle, up to 1 ms, plus
 * up to 0.25 ms of work, so a large difference means that something happened.
 */
import { type DueEntry, insert, takeFirst } from '@textprobe/carrier-lab/due-heap';
import type { Clock } from '@textprobe/domain/clock';

export interface WorkClock extends Clock {
  /** Stops all timers. */
  stop(): void;
  /** Does not advance until `work` is done: waiting for a slow database is idle time, which would advance this clock. */
  pauseDuring(work: () => Promise<unknown>): Promise<void>;
}

interface Timer extends DueEntry {
  fn: (() => void) | null;
}

const MAX_IDLE_PER_TURN_MS = 1;
const MAX_WORK_PER_TURN_MS = 0.25;

export function createWorkClock(): WorkClock {
  const heap: Timer[] = [];
  let order = 0;
  let now = Date.now();
  let previous = performance.eventLoopUtilization();
  let isStopped = false;
  let pauses = 0;
  arm();

  /** A full turn passes between two ticks, so that sockets are served; timers alone could run repeatedly. */
  function arm(): void {
    setImmediate(() => {
      if (!isStopped) setTimeout(tick, 1);
    });
  }

  function tick(): void {
    const present = performance.eventLoopUtilization();
    if (pauses === 0) {
      now += Math.min(present.idle - previous.idle, MAX_IDLE_PER_TURN_MS);
      now += Math.min(present.active - previous.active, MAX_WORK_PER_TURN_MS);
    }
    previous = present;
    for (let first = heap[0]; first !== undefined && first.due <= now; first = heap[0]) {
      takeFirst(heap);
      const { fn } = first;
      first.fn = null;
      fn?.();
    }
    arm();
  }

  function after(ms: number, fn: () => void): () => void {
    const timer: Timer = { due: now + Math.max(0, ms), order: order++, fn };
    insert(heap, timer);
    return () => {
      timer.fn = null;
    };
  }

  return {
    now: () => Math.floor(now),
    after,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const onAbort = () => {
          cancel();
          reject(signal?.reason as Error);
        };
        const cancel = after(ms, () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    stop() {
      isStopped = true;
    },
    async pauseDuring(work) {
      pauses += 1;
      try {
        await work();
      } finally {
        pauses -= 1;
      }
    },
  };
}
