/** Recognizes a phone number in the spellings that carriers use in receipts: with its country or without, with or without `+`. */

/** The longest country code, in digits. */
const LONGEST_COUNTRY = 3;

/** Digits that some networks add to or drop from a mobile number: Mexico's 1, Argentina's 9, Brazil's ninth digit. */
const OPTIONAL_DIGITS: readonly (readonly [RegExp, string])[] = [
  [/^521(?=\d{10}$)/, '52'],
  [/^549(?=\d{10}$)/, '54'],
  [/^(55\d\d)9(?=\d{8}$)/, '$1'],
];

/**
 * Whether `written` means the number. No country is guessed: the digits are the whole number, or its end without the
 * country, with any trunk zeros in front. Russia's and Kazakhstan's trunk digit 8 counts as their country.
 * @param number in E.164, or a short code
 * @param written digits as a carrier wrote them; with a leading `+` they include the country
 */
export function isSpellingOf(number: string, written: string): boolean {
  if (number === written) return true;
  const whole = number.replace('+', '');
  if (written.startsWith('+')) return withoutOptional(whole) === withoutOptional(written.slice(1));
  const digits = written.replace(/^0+/, '');
  if (digits === '') return false;
  const inFront = whole.length - digits.length;
  if (whole.endsWith(digits) && inFront <= (number.startsWith('+') ? LONGEST_COUNTRY : 0)) return true;
  if (withoutOptional(whole) === withoutOptional(digits)) return true;
  return whole.startsWith('7') && digits.length === 11 && digits === `8${whole.slice(1)}`;
}

function withoutOptional(digits: string): string {
  return OPTIONAL_DIGITS.reduce((left, [pattern, kept]) => left.replace(pattern, kept), digits);
}
