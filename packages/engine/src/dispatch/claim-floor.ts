/**
 * Where claims start in the index of waiting chunks. While a snapshot is open (a dump, a long report), that index keeps
 * a dead entry for each chunk sent since, and every claim would read them all. So a claim starts shortly before the
 * oldest chunk that the previous claim saw.
 */

/** A chunk may become visible this long after its due instant, because its transaction was still open. */
const MARGIN_MS = 2_000;
/** Large transactions and clock skew take longer; a wider scan once a second covers them. */
const WIDE_MARGIN_MS = 10_000;
const WIDE_EVERY_MS = 1_000;
/** A full scan finds whatever the others missed. */
const FULL_EVERY_MS = 60_000;

export interface ClaimFloor {
  /** Lower bound for a claim at `now`; null: scan from the beginning. Epoch milliseconds. */
  next(now: number): number | null;
  /** @param oldest due instant of the oldest chunk that the claim may have left behind; null if it did not see all */
  learn(oldest: number | null): void;
}

export function createClaimFloor(): ClaimFloor {
  let oldest: number | null = null;
  let lastAt = -Infinity;
  let wideAt = -Infinity;
  let fullAt = -Infinity;
  return {
    next(now) {
      const isSetBack = now < lastAt;
      lastAt = now;
      if (oldest === null || isSetBack || now - fullAt >= FULL_EVERY_MS) {
        fullAt = now;
        wideAt = now;
        return null;
      }
      if (now - wideAt < WIDE_EVERY_MS) return oldest - MARGIN_MS;
      wideAt = now;
      return oldest - WIDE_MARGIN_MS;
    },
    learn(seen) {
      oldest = seen ?? oldest;
    },
  };
}
