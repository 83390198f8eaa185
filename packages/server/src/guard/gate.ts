/** Lets few things happen at once and a bounded number wait; the rest is turned away at the door. */
import PQueue from 'p-queue';

export interface Gate {
  /** Answers null at once when too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T | null>;
}

export function createGate(atOnce: number, waiting: number): Gate {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    pass: async (work) => (queue.pending >= atOnce && queue.size >= waiting ? null : queue.add(work)),
  };
}
