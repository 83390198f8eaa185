/** Error texts for unknown keys: most are misspelled, so the nearest existing key is suggested. */

/** Fraction of the longer key that may differ before the two count as different words. */
const LARGEST_SHARE = 1 / 3;
/** Shorter prefixes match too many keys. */
const SHORTEST_PREFIX = 4;

/** Precedes the suggestion, and marks errors about misspelled keys. */
export const DID_YOU_MEAN = 'did you mean';

/** Follows the key's name and a colon: `officeIds: unknown; did you mean officeIDs?` */
export function unknownKeyWords(key: string, known: readonly string[]): string {
  const near = nearestKey(key, known);
  return near === null ? 'unknown; leave it out.' : `unknown; ${DID_YOU_MEAN} ${near}?`;
}

/** The known key that was most likely meant; null if none is close. */
export function nearestKey(key: string, known: readonly string[]): string | null {
  const given = plain(key);
  const [nearest] = known
    .map((one) => ({ one, edits: countEdits(given, plain(one)), length: Math.max(given.length, one.length) }))
    .filter(({ edits, length }) => edits <= length * LARGEST_SHARE)
    .toSorted((a, b) => a.edits - b.edits);
  if (nearest !== undefined) return nearest.one;
  if (given.length < SHORTEST_PREFIX) return null;
  return known.find((one) => plain(one).startsWith(given)) ?? null;
}

/** Case and separators are misspelled most often, so they are ignored. A key may be as long as a body. */
function plain(key: string): string {
  return key
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[_\-\s]/g, '');
}

/** Insertions, deletions, substitutions and transpositions of adjacent characters (optimal string alignment). */
function countEdits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        at(row, j) + 1,
        at(next, j - 1) + 1,
        at(row, j - 1) + (same ? 0 : 1),
        swapped ? at(before, j - 2) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
