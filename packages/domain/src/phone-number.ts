/** Phone numbers: E.164 where the program works with them, what people typed where it shows them. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Test phones are few and messages many: reading a number takes 7 µs, finding it again a tenth of one. */
const known = new Map<string, string | null>();
const MOST_KNOWN = 10_000;

/**
 * The number in E.164 (`+15552010001`), or null when it cannot be one. Takes numbers that are *possible*, not only those
 * that are assigned: test ranges such as +1 555 would not pass otherwise. An extension is dropped.
 * @param input as people write it: spaces, brackets, dashes, with or without the country
 * @param defaultCountry the country (ISO 3166-1 alpha-2) of a number without one
 */
export function toE164(input: string, defaultCountry: CountryCode = 'US'): string | null {
  const key = `${defaultCountry} ${input}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const parsed = parsePhoneNumberFromString(input.trim(), { defaultCountry, extract: false });
  const number = parsed?.isPossible() ? parsed.number : null;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, number);
  return number;
}

/** The number as screens show it: `+1` put before it when it lacks a `+` (REPORT-9, DATA-4). Nothing stays nothing. */
export function withPlusOne(display: string): string {
  return display === '' || display.startsWith('+') ? display : `+1${display}`;
}
