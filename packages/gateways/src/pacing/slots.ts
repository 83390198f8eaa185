/**
 * The slots of the window. A message takes all its slots, one for each part, before its first part is written, so that a
 * long message is never blocked halfway. Messages that find too few slots wait in a queue.
 */

export interface Slots {
  /** Slots taken plus slots wanted by waiting messages. */
  claimed(): number;
  /**
   * Takes `count` slots (at most the whole limit), now or when they are free. Returns how many; 0 after a timeout or a
   * rejection.
   */
  take(count: number): number | Promise<number>;
  /** Takes one slot if one is free and no message is waiting; otherwise returns false without effect. */
  takeFree(): boolean;
  give(count: number): void;
  /** Serves the queue. Call it when the limit may have risen. */
  admit(): void;
  /** Rejects all waiters: each gets 0 slots. */
  rejectWaiters(): void;
}

/**
 * @param limit the current number of slots
 * @param startTimeout calls `onTimeout` when a waiter that starts now times out, unless the returned function is called first
 */
export function createSlots(limit: () => number, startTimeout: (onTimeout: () => void) => () => void): Slots {
  const queue: { count: number; settle: (granted: number) => void }[] = [];
  let taken = 0;
  /** Slots wanted by the queue. */
  let wanted = 0;

  function grant(count: number): number {
    const total = limit();
    const granted = Math.min(count, total);
    if (granted < 1 || taken + granted > total) return 0;
    taken += granted;
    return granted;
  }

  function admit() {
    for (let first = queue[0]; first; first = queue[0]) {
      const granted = grant(first.count);
      if (granted === 0) return;
      queue.shift();
      wanted -= first.count;
      first.settle(granted);
    }
  }

  function enqueue(count: number): Promise<number> {
    return new Promise((resolve) => {
      const cancel = startTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        wanted -= count;
        waiter.settle(0);
        admit();
      });
      const waiter = {
        count,
        settle(granted: number) {
          cancel();
          resolve(granted);
        },
      };
      queue.push(waiter);
      wanted += count;
    });
  }

  return {
    claimed: () => taken + wanted,
    take(count) {
      const granted = queue.length === 0 ? grant(count) : 0;
      return granted > 0 ? granted : enqueue(count);
    },
    takeFree: () => queue.length === 0 && grant(1) === 1,
    give(count) {
      taken -= count;
      admit();
    },
    admit,
    rejectWaiters() {
      wanted = 0;
      for (const waiter of queue.splice(0)) waiter.settle(0);
    },
  };
}
