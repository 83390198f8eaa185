/** Compares the sender that a handset saw with the one a message was sent from: numbers by E.164, names exactly. */
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { SenderComparison } from './comparison-classes.ts';

/**
 * Compares two senders. A number is compared in E.164, so that its national form, blanks and brackets are no difference;
 * one without a country is read as of the country of the sent one. Short codes and names are compared as they are.
 * @param sent the office's number, or whatever else stood as the sender
 * @param arrived as the handset told it; null or empty when it told none
 * @returns null when nothing was told
 */
export function compareSender(sent: string, arrived: string | null): SenderComparison | null {
  const told = arrived?.trim() ?? '';
  if (told === '') return null;
  if (told === sent) return 'identical';
  // As most handsets and carriers tell it. Reading a number takes 30 µs, which thousands a second would feel.
  if (digits(told) === digits(sent) && digits(sent) !== null) return 'identical';
  const number = numberOf(sent);
  if (number === null) return told === sent.trim() ? 'identical' : 'altered';
  const { countryCallingCode } = number;
  return numberOf(told, countryCallingCode)?.number === number.number ? 'identical' : 'altered';
}

/** The digits of a number with its country; null for what is no number, or has no country that anybody could see. */
function digits(text: string): string | null {
  return /^\+?[\d\s()./-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^00/, '') : null;
}

/** Without a calling code only a number with its country, led by a + or by nothing, is one. */
function numberOf(text: string, defaultCallingCode?: string) {
  if (/\p{L}/u.test(text)) return null;
  if (defaultCallingCode === undefined) {
    return parse(text.startsWith('+') ? text : `+${text}`);
  }
  const national = parse(text, defaultCallingCode);
  // Carriers write a number with its country but without the +.
  return national ?? parse(`+${text}`);
}

function parse(text: string, defaultCallingCode?: string) {
  const options = defaultCallingCode === undefined ? {} : { defaultCallingCode };
  const number = parsePhoneNumberFromString(text, { extract: false, ...options });
  return number?.isPossible() ? number : null;
}
