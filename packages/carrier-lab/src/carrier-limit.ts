/** The rate limit of a carrier for submit_sm: a token bucket of one second that refills evenly. */

export interface CarrierLimits {
  /** Takes a token at `maxPerSecond`, if there is one; null is no limit. */
  admits(carrier: string, maxPerSecond: number | null): boolean;
}

/** @param now epoch milliseconds. */
export function createCarrierLimits(now: () => number): CarrierLimits {
  const buckets = new Map<string, { tokens: number; filledAt: number }>();
  return {
    admits(carrier, maxPerSecond) {
      if (maxPerSecond === null) return true;
      const at = now();
      const capacity = Math.max(1, maxPerSecond);
      const bucket = buckets.get(carrier) ?? { tokens: capacity, filledAt: at };
      buckets.set(carrier, bucket);
      bucket.tokens = Math.min(capacity, bucket.tokens + ((at - bucket.filledAt) / 1000) * maxPerSecond);
      bucket.filledAt = at;
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
}
