/**
 * The shortest edit script between two sequences, by the greedy algorithm of Eugene W. Myers, "An O(ND) Difference
 * Algorithm and Its Variations" (1986). Its cost grows with the length times the number of differences, which
 * makes long texts with few differences fast.
 */

/** An element is in both sequences, only in the first, or only in the second. */
export type Step = 'same' | 'gone' | 'new';

/** Sequences with more differences than this count as unrelated; memory would grow with the square. */
const MAX_DIFFERENCES = 1_000;

/** The steps from `a` to `b` in order; null if that takes more than {@link MAX_DIFFERENCES}. */
export function align(a: readonly string[], b: readonly string[]): Step[] | null {
  const most = Math.min(a.length + b.length, MAX_DIFFERENCES);
  // reach[k]: the furthest position in `a` on diagonal k (position in a − position in b), for each number of
  // differences.
  const history: Int32Array[] = [];
  let reach = new Int32Array(2 * most + 3);
  for (let differences = 0; differences <= most; differences += 1) {
    history.push(reach);
    reach = reach.slice();
    for (let k = -differences; k <= differences; k += 2) {
      let x = startOnDiagonal(reach, most, k, differences);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach[k + most + 1] = x;
      if (x >= a.length && x - k >= b.length) return trace(history, most, a.length, b.length);
    }
  }
  return null;
}

/** The position on diagonal k after one more difference: an insertion from the diagonal above, or a removal from below. */
function startOnDiagonal(reach: Int32Array, most: number, k: number, differences: number): number {
  if (differences === 0) return 0;
  const inserted = reach[k + 1 + most + 1] ?? 0;
  const removed = (reach[k - 1 + most + 1] ?? 0) + 1;
  return isInsertion(k, differences, inserted, removed) ? inserted : removed;
}

function isInsertion(k: number, differences: number, inserted: number, removed: number): boolean {
  return k === -differences || (k !== differences && removed <= inserted);
}

/** Backtrack from the end to the start. */
function trace(history: readonly Int32Array[], most: number, ends: number, endsInB: number): Step[] {
  const steps: Step[] = [];
  let x = ends;
  let y = endsInB;
  for (let differences = history.length - 1; differences >= 0; differences -= 1) {
    const reach = history[differences] as Int32Array;
    const k = x - y;
    const start = startOnDiagonal(reach, most, k, differences);
    while (x > start && x > 0 && y > 0) {
      steps.push('same');
      x -= 1;
      y -= 1;
    }
    if (differences === 0) continue;
    const inserted = reach[k + 1 + most + 1] ?? 0;
    const removed = (reach[k - 1 + most + 1] ?? 0) + 1;
    if (isInsertion(k, differences, inserted, removed)) {
      steps.push('new');
      y -= 1;
    } else {
      steps.push('gone');
      x -= 1;
    }
  }
  return steps.reverse();
}
