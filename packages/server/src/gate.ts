/** Lets few things happen at once and a bounded number wait; the rest is turned away at the door. */

export interface Gate {
  /** Answers null at once when too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T | null>;
}

export function createGate(atOnce: number, waiting: number): Gate {
  const queue: (() => void)[] = [];
  let busy = 0;

  return {
    async pass(work) {
      if (busy >= atOnce) {
        if (queue.length >= waiting) return null;
        await new Promise<void>((enter) => queue.push(enter));
      } else busy += 1;
      try {
        return await work();
      } finally {
        // The place is handed on, so that nobody slips in between.
        const next = queue.shift();
        if (next) next();
        else busy -= 1;
      }
    },
  };
}
