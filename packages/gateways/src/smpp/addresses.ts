/** Phone numbers as SMPP writes them: digits beside a type of number and a numbering plan. */
import { toE164 } from '@textprobe/domain/phone-number';

/** Type of number: international (SMPP 3.4 section 5.2.5). */
const TON_INTERNATIONAL = 1;

/** E.164 (`+15550100`) as digits; null when it is none, so that nothing odd gets into an address field. */
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

/** Test phones are few and receipts many: what an address reads as is looked up, by its TON and its digits. */
const MOST_KNOWN = 10_000;
const knownInternational = new Map<string, string | null>();
const knownOthers = new Map<string, string | null>();

/**
 * Carriers are careless about TON in receipts: national digits marked as international, international ones marked as
 * unknown, a `+` or `00` before either. So the marked reading comes first and the other after it.
 * @returns the E.164 number behind an address, or null where there is none
 */
export function fromWire(ton: number, address: string): string | null {
  const known = ton === TON_INTERNATIONAL ? knownInternational : knownOthers;
  const found = known.get(address);
  if (found !== undefined) return found;
  const read = readAddress(ton, address);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(address, read);
  return read;
}

function readAddress(ton: number, address: string): string | null {
  const digits = address.trim().replace(/^(?:\+|00)/, '');
  if (!/^\d{5,15}$/.test(digits)) return null;
  const international = () => toE164(`+${digits}`);
  const national = () => toE164(digits);
  const saysInternational = ton === TON_INTERNATIONAL || digits !== address.trim();
  return saysInternational ? (international() ?? national()) : (national() ?? international());
}
