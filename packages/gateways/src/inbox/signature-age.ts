/** Rejects signatures whose timestamp is too far from our clock: they may be replays. */

/** Tolerated difference between the sender's clock and ours, in either direction. Seconds. */
export const CLOCK_TOLERANCE_S = 300;

/**
 * @param signedAt by the sender's clock; epoch seconds
 * @param now by our clock; epoch seconds
 * @returns null if the signature is fresh, else the reason, for the log
 */
export function ageFault(signedAt: number, now: number): string | null {
  const off = Math.round(signedAt - now);
  if (Math.abs(signedAt - now) <= CLOCK_TOLERANCE_S) return null;
  const when = off < 0 ? `${-off} s ago` : `${off} s ahead of our clock`;
  return `it was signed ${when}: wrong clock, or a replay`;
}
