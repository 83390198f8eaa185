/** Converts between E.164 and SMPP addresses: digits with a type of number and a numbering plan. */
import { toE164 } from '@textprobe/domain/phone-number';

/** Type of number: international (SMPP 3.4 section 5.2.5). */
const TON_INTERNATIONAL = 1;

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

/** Many receipts come from few test phones, so parsed addresses are cached by TON and digits. */
const MAX_CACHED = 10_000;
const internationalCache = new Map<string, string | null>();
const otherCache = new Map<string, string | null>();

/**
 * Carriers are careless with TON in receipts: national digits marked international, international ones marked unknown, a `+`
 * or `00` before either. So the marked interpretation is tried first, and the other one after it.
 * @returns the E.164 number, or null if there is none
 */
export function fromWire(ton: number, address: string): string | null {
  const cache = ton === TON_INTERNATIONAL ? internationalCache : otherCache;
  const cached = cache.get(address);
  if (cached !== undefined) return cached;
  const parsed = readAddress(ton, address);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(address, parsed);
  return parsed;
}

function readAddress(ton: number, address: string): string | null {
  const digits = address.trim().replace(/^(?:\+|00)/, '');
  if (!/^\d{5,15}$/.test(digits)) return null;
  const international = () => toE164(`+${digits}`);
  const national = () => toE164(digits);
  const saysInternational = ton === TON_INTERNATIONAL || digits !== address.trim();
  return saysInternational ? (international() ?? national()) : (national() ?? international());
}
