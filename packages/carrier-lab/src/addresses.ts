/** Addresses as SMPP carries them: digits beside a type of number (SMPP 3.4 section 5.2.5). */

const TON_INTERNATIONAL = 1;

/** The address as people write it: an international number gets its plus sign; names and short codes stay. */
export function writtenAddress(ton: number, address: string): string {
  return ton === TON_INTERNATIONAL && /^\d+$/.test(address) ? `+${address}` : address;
}
