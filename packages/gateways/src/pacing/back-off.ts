/** Waits that double with every failure, with jitter, so that many who failed together do not come back together. */

export interface BackOff {
  /** The next wait in milliseconds: from the base to a quarter more; the base doubles from `firstMs` up to `capMs`. */
  next(): number;
  /** Begins again from `firstMs`. */
  reset(): void;
}

/** @param random from 0 to below 1, as Math.random. */
export function createBackOff(options: { firstMs: number; capMs: number; random: () => number }): BackOff {
  const { firstMs, capMs, random } = options;
  let base = firstMs;
  return {
    next() {
      const wait = Math.round(base * (1 + random() / 4));
      base = Math.min(base * 2, capMs);
      return wait;
    },
    reset() {
      base = firstMs;
    },
  };
}
