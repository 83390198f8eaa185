/** Phone numbers as SMPP writes them: digits beside a type of number and a numbering plan. */
import { toE164 } from '@textprobe/domain/phone-number';

/** Type of number: international (SMPP 3.4 section 5.2.5). */
const TON_INTERNATIONAL = 1;

/** E.164 (`+15550100`) as digits; null when it is none, so that nothing odd gets into an address field. */
export function wireDigits(e164: string): string | null {
  return /^\+\d{1,15}$/.test(e164) ? e164.slice(1) : null;
}

/**
 * Carriers are careless about TON in receipts: national digits marked as international, international ones marked as
 * unknown, a `+` or `00` before either. So the marked reading comes first and the other after it.
 * @returns the E.164 number behind an address, or null where there is none
 */
export function fromWire(ton: number, address: string): string | null {
  const digits = address.trim().replace(/^(?:\+|00)/, '');
  if (!/^\d{5,15}$/.test(digits)) return null;
  const international = () => toE164(`+${digits}`);
  const national = () => toE164(digits);
  const saysInternational = ton === TON_INTERNATIONAL || digits !== address.trim();
  return saysInternational ? (international() ?? national()) : (national() ?? international());
}
