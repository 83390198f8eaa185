/** Phone numbers as people type them and spreadsheets save them. What carriers and handsets report is read by `phone-number.ts`. */
import { parsePhoneNumberFromString } from 'libphonenumber-js';

export type TypedNumber =
  /** In E.164. `isAssumedAmerican`: it was typed without a country code. */
  | { readonly number: string; readonly isAssumedAmerican: boolean }
  /** A sentence that says what to write instead. */
  | { readonly fault: string };

export const WRITE_THE_COUNTRY = 'Write the number with its country code, such as +65 9123 4568.';
const WRITE_IT_AGAIN =
  'A spreadsheet has shortened this number. Format the column as text, then enter the number again.';
const WRITE_ONE = 'Write one number only.';
const NO_EXTENSION = 'Text messages cannot reach an extension. Write the number without it.';

/** Characters. Longer texts are no numbers. */
const MAX_LENGTH = 250;
/** `1.41556E+10`, in some languages with a comma. */
const SHORTENED = /^\+?\d(?:[.,]\d+)?e\+?\d+$/iu;
/** What people and address books write between two numbers. */
const BETWEEN_NUMBERS = /[,;/|\n]|:{2,}|\s(?:or|and|&)\s/iu;
/** Digits. With fewer, what follows a comma or a slash is a part of the same number. */
const SHORTEST_NUMBER = 7;
/** No exchange ends in 11: those are service codes, such as 911. */
const SERVICE_CODE = /^\+1\d{4}11/u;
/** The area code 555 is not assigned to anyone, so films and tests use it. */
const FICTIONAL = /^\+1555[2-9]/u;

/**
 * Reads a number that someone typed or imported. Without a country code it must be a valid number of the North American
 * plan: a spreadsheet drops the plus of +65 9123 4567, and the digits alone would be a stranger's American number.
 * With one, *possible* numbers are accepted, not only assigned ones, as in `toE164`.
 */
export function readTypedNumber(typed: string): TypedNumber {
  if (typed.length > MAX_LENGTH) return { fault: WRITE_THE_COUNTRY };
  const text = plainNumber(typed);
  if (isShortened(text)) return { fault: WRITE_IT_AGAIN };
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
  const isOne = parsed !== undefined && parsed.ext === undefined && parsed.isPossible();
  if (!isOne && hasSeveralNumbers(text)) return { fault: WRITE_ONE };
  if (parsed?.ext !== undefined) return { fault: NO_EXTENSION };
  if (!isOne) return { fault: WRITE_THE_COUNTRY };
  const { number, countryCallingCode } = parsed;
  const isAssumedAmerican = !text.startsWith('+') && countryCallingCode === '1';
  const isInPlan = FICTIONAL.test(number) || (parsed.isValid() && !SERVICE_CODE.test(number));
  return isAssumedAmerican && !isInPlan ? { fault: WRITE_THE_COUNTRY } : { number, isAssumedAmerican };
}

/** Whether a spreadsheet has turned a number into one with an exponent. */
function isShortened(text: string): boolean {
  return SHORTENED.test(text);
}

function hasSeveralNumbers(text: string): boolean {
  const parts = text.split(BETWEEN_NUMBERS);
  return parts.filter((part) => part.replaceAll(/\D/gu, '').length >= SHORTEST_NUMBER).length > 1;
}

/** Removes what address books and spreadsheets put around a number: marks of direction, an apostrophe, `tel:`, `.0` behind. */
function plainNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^'/u, '')
    .replace(/^tel:/iu, '')
    .replace(/^\(\s*\+(\d+)\s*\)/u, '+$1')
    .replace(/^00(?=[1-9])/u, '+')
    .replace(/^(\+?\d{7,15})[.,]0+$/u, '$1');
}
