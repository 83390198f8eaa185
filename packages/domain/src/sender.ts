/** Senders of messages: an office's phone number, a short code, or a name where networks allow one. */
import { toE164 } from './phone-number.ts';

type SenderKind = 'phone number' | 'short code' | 'name';

/** SMPP and GSM carry names of up to 11 characters; these are in every alphabet. No spaces: a remark is no sender. */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9!#%&'()*+,./:;?_-]{1,11}$/;
const SHORT_CODE = /^\d{3,6}$/;

/** The sender as it is stored: a number in E.164, or a short code or name as written; null if it is none of them. */
export function readSender(input: string): string | null {
  const text = input.trim();
  return toE164(text) ?? (SHORT_CODE.test(text) || NAME.test(text) ? text : null);
}

/** Of a stored sender. */
export function senderKind(sender: string): SenderKind {
  if (SHORT_CODE.test(sender)) return 'short code';
  return NAME.test(sender) ? 'name' : 'phone number';
}
