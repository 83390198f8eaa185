/** Commutative choices between two facts: the result does not depend on their order. */

/** The earlier of two instants. */
export function earliest(a: number | null, b: number): number {
  return a === null ? b : Math.min(a, b);
}

/** The later of two instants; null if there is none. */
export function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The alphabetically first of two reasons for one state. */
export function firstText(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
