/** Which entries match what is typed. */
import { searchWords } from '@textprobe/domain/search-words';

/** A word of this length may also be part of a phone number or an account; shorter ones occur in too many. */
const MIN_LENGTH = 4;

/** Whether each word occurs in one of the texts, case-insensitive. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return searchWords(search).every((word) => all.includes(word.toLowerCase()));
}

/** The same for a screen or an action, also by the beginnings of its keywords. */
export function matchesNamed(search: string, label: string, keywords: string): boolean {
  const starts = keywords.split(' ');
  return searchWords(search).every(
    (word) => matches(word, label) || starts.some((start) => start.startsWith(word.toLowerCase())),
  );
}

interface PhoneFacts {
  readonly name: string;
  readonly phoneNumber: string;
  readonly carrier: string;
}

/** The same for a phone, whose number may be written in any way: `(415) 555-0101` is `+14155550101`. */
export function matchesPhone(search: string, { name, phoneNumber, carrier }: PhoneFacts): boolean {
  if (hasDigits(phoneNumber, search)) return true;
  return searchWords(search).every((word) => matches(word, name, carrier) || hasDigits(phoneNumber, word));
}

function hasDigits(phoneNumber: string, text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length < MIN_LENGTH || /[^\d\s().+-]/.test(text)) return false;
  return digitsOf(phoneNumber).includes(digits);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

interface GatewayFacts {
  readonly name: string;
  readonly kind: string;
  readonly state: string;
  readonly account: string | null;
}

/** The same for a gateway, also by its kind, state and account. */
export function matchesGateway(search: string, { name, kind, state, account }: GatewayFacts): boolean {
  return searchWords(search).every(
    (word) => matches(word, name, kind, state) || (word.length >= MIN_LENGTH && matches(word, account ?? '')),
  );
}
