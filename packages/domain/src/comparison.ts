/** Compares what a handset got with what was sent: the difference between "it arrived" and "it arrived unchanged". */
import { appendMessageCode, normalizeMessageCode, splitArrivedText } from './message-code.ts';
import type { Comparison } from './message-lifecycle.ts';

/**
 * Compares the two texts without their message code (SERVER-1). White space at the end, the kind of line ending and
 * the Unicode form (NFC or not) are no difference: phones change these without anybody seeing it.
 * @param sentText the text as it was sent, with or without its code
 * @param arrivedText the text as the handset reports it; null when it reported none
 * @param code the message's code
 */
export function compareArrival(sentText: string, arrivedText: string | null, code: string): Comparison {
  if (arrivedText === null) return 'unknown';
  const sent = comparable(splitArrivedText(sentText, code));
  // Nothing but the code says nothing about the text, unless nothing but `#` and the code was sent.
  if (normalizeMessageCode(arrivedText) !== null) {
    const all = sent === '' && comparable(arrivedText) === appendMessageCode('', code);
    return all ? 'intact' : 'unknown';
  }
  return comparable(splitArrivedText(arrivedText, code)) === sent ? 'intact' : 'altered';
}

function comparable(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trimEnd();
}
