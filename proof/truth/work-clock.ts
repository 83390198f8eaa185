/**
 * A clock that hardly moves while this process is busy. Both sides of a comparison live in it: were one turn of the event
 * loop to last 40 ms, for a garbage collection, a burst of work or a neighbour's compiler, two instants either side of it
 * would be 40 ms apart by a real clock although nothing happened between them. By this one a turn is as long as
 * the process waited in it, up to a millisecond, and a quarter of one for its work: what is far apart by this clock is
 * so because of what happened in between.
 */
import { type DueEntry, insert, takeFirst } from '@textprobe/carrier-lab/due-heap';
import type { Clock } from '@textprobe/domain/clock';

export interface WorkClock extends Clock {
  /** Nothing that waits is called any more. */
  stop(): void;
}

interface Timer extends DueEntry {
  fn: (() => void) | null;
}

const MOST_IDLE_A_TURN_MS = 1;
const MOST_WORK_A_TURN_MS = 0.25;

export function createWorkClock(): WorkClock {
  const heap: Timer[] = [];
  let order = 0;
  let now = Date.now();
  let seen = performance.eventLoopUtilization();
  let isStopped = false;
  arm();

  /** A whole turn, in which sockets are looked after too, lies between two ticks: timers alone might be run again and again. */
  function arm(): void {
    setImmediate(() => {
      if (!isStopped) setTimeout(tick, 1);
    });
  }

  function tick(): void {
    const present = performance.eventLoopUtilization();
    now += Math.min(present.idle - seen.idle, MOST_IDLE_A_TURN_MS);
    now += Math.min(present.active - seen.active, MOST_WORK_A_TURN_MS);
    seen = present;
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
  };
}
