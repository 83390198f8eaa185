/** A line of people before a few counters: first come, first served, and a full line turns away at once. */

/** Gives the counter to the next in line. Call it once. */
export type Leave = () => void;

export interface Line {
  /**
   * Resolves when a counter is free, with what must be called afterwards; at once with `full` when there is no place.
   * Rejects with the signal's reason when that aborts first.
   */
  enter(signal: AbortSignal): Promise<Leave | 'full'>;
}

/** @param counters how many are served at once @param places how many may wait beside them */
export function createLine(counters: number, places: number): Line {
  let free = counters;
  const waiting = new Set<() => void>();

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return leave;
      }
      if (waiting.size >= places) return 'full';
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(go);
          reject(signal.reason as Error);
        };
        const go = () => {
          waiting.delete(go);
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        waiting.add(go);
        signal.addEventListener('abort', giveUp, { once: true });
      });
      return leave;
    },
  };
}
