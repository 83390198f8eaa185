/** Compares what a handset got with what was sent: the difference between "it arrived" and "it arrived unchanged". */
import { splitArrivedText } from './message-code.ts';
import type { Comparison } from './message-lifecycle.ts';

/**
 * Compares the two texts without their message code (SERVER-1). White space at the end, the kind of line ending and
 * the Unicode form (NFC or not) are no difference: phones change these without anybody seeing it.
 * @param sentText the text as it was sent; whether its code is still on it makes no difference, save for an empty body
 * @param arrivedText the text as the handset reports it; null when it reported none
 * @param code the message's code
 */
export function compareArrival(sentText: string, arrivedText: string | null, code: string): Comparison {
  if (arrivedText === null) return 'unknown';
  const sent = comparable(splitArrivedText(sentText, code));
  const arrived = comparable(splitArrivedText(arrivedText, code));
  // Nothing but the code says nothing about the text, unless nothing but `#` and the code was sent.
  const saysNothing = arrived === '' && comparable(arrivedText) !== comparable(sentText);
  if (saysNothing) return 'unknown';
  return arrived === sent ? 'intact' : 'altered';
}

function comparable(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trimEnd();
}
