/** Converts between E.164 and SMPP addresses: digits with a type of number and a numbering plan. */

/** E.164 (`+15550100`) as digits; null if it is malformed, so that nothing odd gets into an address field. */
export function wireDigits(e164: string): string | null {
  const { length } = e164;
  if (length < 2 || length > 16 || e164.charCodeAt(0) !== PLUS) return null;
  for (let at = 1; at < length; at += 1) {
    const code = e164.charCodeAt(at);
    if (code < ZERO || code > NINE) return null;
  }
  return e164.slice(1);
}

const PLUS = 0x2b;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * The digits of an address in a receipt, without `+` and leading zeros; null if it is not a number. The type of number is
 * ignored, because carriers are careless with it: national digits are marked international, international ones unknown.
 * So whether the country is included shows only in a comparison with the number that we sent to (`isSpellingOf`).
 */
export function numberOnWire(address: string): string | null {
  return /^\s*[+0]*(\d{5,15})\s*$/.exec(address)?.[1] ?? null;
}
