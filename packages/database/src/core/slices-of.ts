/** Splits a long list, so that it is not handled in one piece: other calls are answered between two slices. */

/** Preparing, sending and reading this number of rows takes about 20 ms. */
const SLICE = 2_000;

/** The items in order, at most 2,000 in each slice. */
export function* slicesOf<Item>(items: readonly Item[]): Generator<readonly Item[], void, undefined> {
  for (let start = 0; start < items.length; start += SLICE) yield items.slice(start, start + SLICE);
}
