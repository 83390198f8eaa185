/**
 * The code of a pairing (PAIR-2): part of the text that proves that a phone's key or app reports what the phone receives.
 * Fifty bits in Crockford's base 32, without I, L, O and U: `PAIR-7K2M9-QX4TD`.
 */

/** Base 32, so each byte gives one character. */
export const PAIRING_CODE_BYTES = 10;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = PAIRING_CODE_BYTES / 2;
/** As people and phones may write it: in lower case, with other dashes or spaces, I and L for 1, O for 0. */
const WRITTEN = /\bPAIR[\s\p{Pd}]*([0-9A-TV-Z]{5})[\s\p{Pd}]*([0-9A-TV-Z]{5})(?![0-9A-Z])/iu;

/** @param bytes random, {@link PAIRING_CODE_BYTES} of them */
export function spellPairingCode(bytes: Uint8Array): string {
  const spelled = Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join('');
  return `PAIR-${spelled.slice(0, HALF)}-${spelled.slice(HALF)}`;
}

/** The first code in a text, in its canonical spelling; null if there is none. */
export function findPairingCode(text: string): string | null {
  const found = WRITTEN.exec(text);
  if (found === null) return null;
  const [, first = '', second = ''] = found;
  const read = (half: string) => half.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return `PAIR-${read(first)}-${read(second)}`;
}
