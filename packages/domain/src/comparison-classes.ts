/** The classes into which arrivals fall beside what was sent, and which of several copies of one message speaks for it. */

/**
 * What arrived beside what was sent, by how much a copy proves; `comparison.ts` says what each means. `unknown`: a bare
 * code was posted, without its text.
 */
export const COMPARISONS = [
  'unknown',
  'altered',
  'joined wrongly',
  'truncated',
  're-encoded',
  'equivalent',
  'identical',
] as const;

/** One of {@link COMPARISONS}. */
export type Comparison = (typeof COMPARISONS)[number];

/** The sender that the handset saw beside the one it was sent from, by how much a copy proves. */
export const SENDER_COMPARISONS = ['altered', 'identical'] as const;

/** One of {@link SENDER_COMPARISONS}. */
export type SenderComparison = (typeof SENDER_COMPARISONS)[number];

/** Whether the text is another than was sent; what looks the same, or was not told, is not. */
export function isAltered(comparison: Comparison | null): boolean {
  return comparison !== null && !['unknown', 'equivalent', 'identical'].includes(comparison);
}

/** The same in short, as answers have carried it from the first on: what looks the same is intact. */
export const SHORT_COMPARISONS = ['intact', 'altered', 'unknown'] as const;

/** One of {@link SHORT_COMPARISONS}. */
export type ShortComparison = (typeof SHORT_COMPARISONS)[number];

/** The class in short. */
export function inShort(comparison: Comparison): ShortComparison {
  if (isAltered(comparison)) return 'altered';
  return comparison === 'unknown' ? 'unknown' : 'intact';
}

/** Of two the one that proves more; null is below them all. */
export function strongerOf<T>(ranks: readonly T[], a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b;
  return ranks.indexOf(a) > ranks.indexOf(b) ? a : b;
}

/** The comparison that columns hold. */
export function readComparison(stored: string | null): Comparison | null {
  return COMPARISONS.find((one) => one === stored) ?? null;
}
