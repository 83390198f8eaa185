/** A bounded FIFO queue in front of a few slots; a full queue refuses at once. */

/** Passes the slot to the next in the queue. Call it once. */
export type Release = () => void;

export interface Queue {
  /**
   * Resolves when a slot is free, with the function that releases it; at once with `full` if the queue is full. Rejects with
   * the signal's reason if that aborts first.
   */
  enter(signal: AbortSignal): Promise<Release | 'full'>;
}

/** @param slots how many run at once @param capacity how many more may wait */
export function createQueue(slots: number, capacity: number): Queue {
  let free = slots;
  const waiting = new Set<() => void>();

  function release(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return release;
      }
      if (waiting.size >= capacity) return 'full';
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          waiting.delete(start);
          reject(signal.reason as Error);
        };
        const start = () => {
          waiting.delete(start);
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        waiting.add(start);
        signal.addEventListener('abort', onAbort, { once: true });
      });
      return release;
    },
  };
}
