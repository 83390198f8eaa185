/** Phone numbers: E.164 internally, as typed on screens. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** There are few test phones and many messages: parsing a number takes 7 µs, a cache hit a tenth of one. */
const known = new Map<string, string | null>();
const MAX_KNOWN = 10_000;
/** Characters. Parsing refuses longer texts too, but they would stay in the cache. */
const MAX_LENGTH = 250;

/**
 * The number in E.164 (`+15552010001`), or null if it is invalid. Accepts *possible* numbers, not only assigned ones:
 * test ranges such as +1 555 would otherwise fail. Extensions are dropped.
 * @param input as people write it: spaces, brackets, dashes, with or without the country
 * @param defaultCountry the country (ISO 3166-1 alpha-2) of a number without one
 */
export function toE164(input: string, defaultCountry: CountryCode = 'US'): string | null {
  if (input.length > MAX_LENGTH) return null;
  const key = `${defaultCountry} ${input}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const parsed = parsePhoneNumberFromString(input.trim(), { defaultCountry, extract: false });
  const number = parsed?.isPossible() ? parsed.number : null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, number);
  return number;
}

/** The number on screens: with `+1` in front if it lacks a `+` (REPORT-9, DATA-4). Short codes, names and empty stay as they are. */
export function withPlusOne(display: string): string {
  const isWhole = display.startsWith('+') || /\p{L}/u.test(display) || display.length <= LONGEST_SHORT_CODE;
  return isWhole ? display : `+1${display}`;
}

const LONGEST_SHORT_CODE = 6;
