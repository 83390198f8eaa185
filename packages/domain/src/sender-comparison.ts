/** Compares the sender that a handset saw with the sent one: numbers by E.164, names exactly. */
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { SenderComparison } from './comparison-classes.ts';

/**
 * Compares two senders. Numbers are compared in E.164, so that national format, spaces and brackets make no difference;
 * a number without a country is read in the country of the sent one. Short codes and names are compared as they are.
 * @param sent the office's number, or whatever else was the sender
 * @param arrived as the handset reported it; null, empty or a placeholder such as `unknown` if it reported none
 * @returns null if none was reported
 */
export function compareSender(sent: string, arrived: string | null): SenderComparison | null {
  if (arrived === sent) return 'identical';
  const reported = (arrived ?? '').replace(ADDITIONS, '').trim();
  if (reported === sent.trim()) return 'identical';
  if (PLACEHOLDERS.has(reported.toLowerCase().replace(/[\s<>()_-]/g, ''))) return null;
  // The usual format of handsets and carriers. Parsing a number takes 30 µs, which matters at thousands per second.
  if (digits(reported) === digits(sent) && digits(sent) !== null) return 'identical';
  const number = numberOf(sent);
  if (number === null) return 'altered';
  const { countryCallingCode } = number;
  return numberOf(reported, countryCallingCode)?.number === number.number ? 'identical' : 'altered';
}

/** What phones add to an address: direction marks on a right-to-left screen, and the type of an MMS address (OMA MMS). */
const ADDITIONS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]|\/TYPE=\w+$/gi;

/** What apps and carriers report instead of a sender that they do not know, in lower case, without spaces, brackets and dashes. */
const PLACEHOLDERS = new Set([
  '',
  'unknown',
  'unknownsender',
  'unknownaddress',
  'unknownnumber',
  'insertaddresstoken',
  'anonymous',
  'private',
  'privatenumber',
  'restricted',
  'withheld',
  'unavailable',
  'null',
  'none',
  'undefined',
]);

/** The digits of a number, without the international prefix 00; null if it is not a number. */
function digits(text: string): string | null {
  return /^\+?[\d\s()./-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^00/, '') : null;
}

/** Without a calling code the number must include its country; its leading + is optional. */
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
