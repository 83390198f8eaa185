/** Choices between two facts that come out the same in whichever order they are heard. */

/** The earlier of two instants. */
export function earliest(a: number | null, b: number): number {
  return a === null ? b : Math.min(a, b);
}

/** The later of two instants; null where there is none. */
export function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Of two explanations of one state the alphabetically first: a choice that does not depend on which came first. */
export function firstText(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
