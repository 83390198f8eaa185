/** Counts what is under way, so that a stop can wait for it. */

export interface UnderWay {
  /** Counts `work` until it ends; hands it back. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  let count = 0;
  let emptied = Promise.withResolvers<void>();

  const ended = () => {
    count -= 1;
    if (count > 0) return;
    emptied.resolve();
    emptied = Promise.withResolvers<void>();
  };
  return {
    track(work) {
      count += 1;
      work.then(ended, ended);
      return work;
    },
    idle: () => (count === 0 ? Promise.resolve() : emptied.promise),
  };
}
