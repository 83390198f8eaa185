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
