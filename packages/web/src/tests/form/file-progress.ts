/** How far each file of a form has come: what is sent is counted for the form as a whole, in the order of its files. */

/**
 * Shares from 0 to 1, one for each file. What is not file (the test's JSON, the borders between parts) counts as sent
 * first, where nearly all of it stands.
 * @param sizes of the files in bytes, in their order
 * @param loaded bytes of the form that are on their way, @param total all its bytes
 */
export function fileProgress(sizes: readonly number[], loaded: number, total: number): number[] {
  const allFiles = sizes.reduce((sum, size) => sum + size, 0);
  let left = loaded - Math.max(0, total - allFiles);
  return sizes.map((size) => {
    const share = size === 0 ? Number(left >= 0) : Math.min(1, Math.max(0, left / size));
    left -= size;
    return share;
  });
}
