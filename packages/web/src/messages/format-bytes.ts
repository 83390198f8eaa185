/** Sizes of files as screens write them: in MB with two decimals, as the specification does; below that in kB. */

/** `1.20 MB` of 1,048,576 bytes each; `38 kB`; `12 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  if (bytes < 100 * 1_024) return `${Math.round(bytes / 1_024)} kB`;
  return `${(bytes / 1_048_576).toFixed(2)} MB`;
}
