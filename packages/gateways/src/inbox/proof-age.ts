/** How old a proof may be before it is somebody's copy, and the words for one that is older. */

/** How far a far clock and ours may be apart, either way. Seconds. */
export const PROOF_TOLERANCE_S = 300;

/**
 * @param madeAt when the far side says that it made the proof, and @param now by our clock; epoch seconds
 * @returns null where it was just now, else what is wrong, for the log
 */
export function ageFault(madeAt: number, now: number): string | null {
  const off = Math.round(madeAt - now);
  if (Math.abs(madeAt - now) <= PROOF_TOLERANCE_S) return null;
  const when = off < 0 ? `${-off} s ago` : `${off} s ahead of our time`;
  return `it was signed ${when}: a clock is wrong, or it is a copy`;
}
