/** Senders of messages: an office's phone number, a short code, or a name where networks allow one. */
import { readTypedNumber, type TypedNumber, WRITE_THE_COUNTRY } from './typed-number.ts';

type SenderKind = 'phone number' | 'short code' | 'name';

/** SMPP and GSM carry names of up to 11 characters; these are in every alphabet. No spaces or slashes: a remark is no sender. */
const NAME = /^[A-Za-z0-9!#%&'()*+,.:;?_-]{1,11}$/;
const SHORT_CODE = /^\d{3,6}$/;

const ENTER_ONE =
  'Enter a phone number, a short code of 3 to 6 digits, or a name of up to 11 characters without spaces.';

/** The sender as it is stored: a number in E.164 as in `readTypedNumber`, or a short code or name as written. */
export function readSender(typed: string): TypedNumber {
  const read = readTypedNumber(typed);
  if ('number' in read || read.fault !== WRITE_THE_COUNTRY) return read;
  const text = typed.replaceAll(/\p{Cf}/gu, '').trim();
  const isWord = /[A-Za-z]/.test(text);
  if (SHORT_CODE.test(text) || (isWord && NAME.test(text))) return { number: text, isAssumedAmerican: false };
  return isWord ? { fault: ENTER_ONE } : read;
}

/** Of a stored sender. */
export function senderKind(sender: string): SenderKind {
  if (SHORT_CODE.test(sender)) return 'short code';
  return /[A-Za-z]/.test(sender) ? 'name' : 'phone number';
}
