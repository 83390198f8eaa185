/** The classes of arrivals compared with what was sent, and which of several copies of a message counts. */

/**
 * Results of comparing an arrival with what was sent, by increasing strength of proof; `comparison.ts` defines them.
 * `unknown`: only a bare code was reported, without its text.
 */
export const COMPARISONS = [
  'unknown',
  'altered',
  'joined wrongly',
  'truncated',
  'part missing',
  'link rewritten',
  'masked',
  're-encoded',
  'escaped',
  'text added',
  'cosmetic',
  'equivalent',
  'identical',
] as const;

/** One of {@link COMPARISONS}. */
export type Comparison = (typeof COMPARISONS)[number];

/** The comparisons of a text that a reader sees as it was sent: such a message is unaltered (CHANGE-1). */
export const UNALTERED_COMPARISONS: readonly Comparison[] = ['cosmetic', 'equivalent', 'identical'];

/** Results of comparing the sender seen by the handset with the sent one, by increasing strength of proof. */
export const SENDER_COMPARISONS = ['altered', 'identical'] as const;

/** One of {@link SENDER_COMPARISONS}. */
export type SenderComparison = (typeof SENDER_COMPARISONS)[number];

/** Whether the text differs from what was sent; false if it looks the same or was not reported. */
export function isAltered(comparison: Comparison | null): boolean {
  return comparison !== null && comparison !== 'unknown' && !UNALTERED_COMPARISONS.includes(comparison);
}

/** The short form, as responses have always had it: a text that reads the same is intact. */
export const SHORT_COMPARISONS = ['intact', 'altered', 'unknown'] as const;

/** One of {@link SHORT_COMPARISONS}. */
export type ShortComparison = (typeof SHORT_COMPARISONS)[number];

/** The short form of the class. */
export function inShort(comparison: Comparison): ShortComparison {
  if (isAltered(comparison)) return 'altered';
  return comparison === 'unknown' ? 'unknown' : 'intact';
}

/** The stronger proof of the two; null is weaker than any. */
export function strongerOf<T>(ranks: readonly T[], a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b;
  return ranks.indexOf(a) > ranks.indexOf(b) ? a : b;
}

/** The comparison stored in a column. */
export function readComparison(stored: string | null): Comparison | null {
  return COMPARISONS.find((one) => one === stored) ?? null;
}
