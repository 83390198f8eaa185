/** UCS-2 as SMS uses it: UTF-16, big-endian (data_coding 8). Unpaired surrogates are kept. */

/** Two octets per UTF-16 unit. */
export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Drops an odd octet at the end. */
export function decodeUcs2(octets: Uint8Array): string {
  const whole = Buffer.from(octets.subarray(0, octets.length & ~1));
  return whole.swap16().toString('utf16le');
}

/** How many octets {@link guessUtf16} looks at. */
const HEAD_OCTETS = 32;

/**
 * The byte order of a text that is mostly ASCII in UTF-16, by its octets: every other one is 0. Null if it is not UTF-16.
 * `le` is UCS-2 with the octets of each character swapped.
 */
export function guessUtf16(octets: Buffer): 'be' | 'le' | null {
  const [first, second] = octets;
  // Most texts are in single octets, and show it at once.
  if (first !== 0 && second !== 0 && first !== 0xfe && first !== 0xff) return null;
  const pairs = Math.min(octets.length, HEAD_OCTETS) >> 1;
  let high = 0;
  let low = 0;
  for (let at = 0; at < 2 * pairs; at += 2) {
    if (octets[at] === 0) high += 1;
    if (octets[at + 1] === 0) low += 1;
  }
  if (Math.max(high, low) * 2 <= pairs) return null;
  return high >= low ? 'be' : 'le';
}

/** Drops an odd octet at the end, and a byte order mark. */
export function decodeUtf16(octets: Buffer, order: 'be' | 'le'): string {
  const text = order === 'be' ? decodeUcs2(octets) : octets.toString('utf16le', 0, octets.length & ~1);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
