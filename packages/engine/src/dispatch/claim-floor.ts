/**
 * From when on claims look for chunks. While a snapshot is open (a dump, a long report) the index of waiting chunks keeps at
 * its beginning an entry of each that was sent since, and each claim would read them all. So a claim begins shortly before
 * the oldest chunk that the last one saw.
 */

/** A message may become visible so long after the instant that it waits from: its transaction was still open. */
const MARGIN_MS = 2_000;
/** Large transactions and clocks that differ take longer: they are looked for once a second. */
const WIDE_MARGIN_MS = 10_000;
const WIDE_EVERY_MS = 1_000;
/** Whatever was missed all the same. */
const FULL_EVERY_MS = 60_000;

export interface ClaimFloor {
  /** For a claim at this instant; null: from the beginning. All in epoch milliseconds. */
  next(now: number): number | null;
  /** @param oldest since when the oldest message waits that may be left, as the claim saw it; null: it did not see all */
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
