/** Exponential backoff with jitter, so that clients that failed together do not retry together. */

export interface BackOff {
  /** The next delay in milliseconds: base to base + 25%. The base doubles from `firstMs` up to `capMs`. */
  next(): number;
  /** Restarts from `firstMs`. */
  reset(): void;
}

/** @param options.random from 0 to below 1, like Math.random */
export function createBackOff(options: { firstMs: number; capMs: number; random: () => number }): BackOff {
  const { firstMs, capMs, random } = options;
  let base = firstMs;
  return {
    next() {
      const delayMs = Math.round(base * (1 + random() / 4));
      base = Math.min(base * 2, capMs);
      return delayMs;
    },
    reset() {
      base = firstMs;
    },
  };
}
