/**
 * Compares what a handset got with what was sent, code point by code point: the difference between "it arrived" and "it
 * arrived as it was sent", and of what kind that difference is.
 *
 * The message code is taken into account (SERVER-1): both texts are compared without it, and a text that came without
 * its code, while the code was told beside it, is compared as it is. The first rule that holds decides:
 *
 * 1. `unknown`: no text was told, or nothing but the code.
 * 2. `identical`: the same code points in the same order, the code as it was sent or left out.
 * 3. `equivalent`: the same but for what nobody can see: the Unicode form (NFC or not), the kind of line ending, white
 *    space at the end, the spelling of the code. It is told apart from `identical`, and is no alteration.
 * 4. `re-encoded`: each character came as itself or as what is left of it in another alphabet (`character-loss.ts`).
 * 5. `truncated`: what was sent up to some point, where it ends, perhaps in an ellipsis or half a character.
 * 6. `joined wrongly`: whole parts of a long message, swapped, missing, doubled, with white space between them or with
 *    their headers as text (`part-order.ts`).
 * 7. `truncated` again: the beginning of what was sent, and the code behind it.
 * 8. `altered`: anything else.
 *
 * Rule 4 comes before 5, or an emoji lost at the end would read as a cut; 5 before 6, so that a message without its last
 * parts is one that was cut, wherever that was done; 6 before 7, since its last part arrived.
 */
import { type CharacterLoss, findCharacterLosses } from './character-loss.ts';
import type { Comparison } from './comparison-classes.ts';
import { appendMessageCode, splitArrivedText } from './message-code.ts';
import { findPartOrder, type PartOrder } from './part-order.ts';

/** The class of an arrival and what led to it. */
export type Examination =
  | { readonly comparison: 'unknown' | 'identical' | 'equivalent' | 'altered' }
  | { readonly comparison: 're-encoded'; readonly losses: readonly CharacterLoss[] }
  /** Code points that are left, of so many that were sent. */
  | { readonly comparison: 'truncated'; readonly kept: number; readonly of: number }
  | { readonly comparison: 'joined wrongly'; readonly order: PartOrder };

/**
 * The class of an arrival, by the rules of the file's head. Never throws; identical texts cost one comparison.
 * @param sentText the text as it was sent, with or without its code
 * @param arrivedText the text as the handset reports it; null when it reported none
 * @param code the message's code
 */
export function compareArrival(sentText: string, arrivedText: string | null, code: string): Comparison {
  if (arrivedText === sentText && sentText.endsWith(`#${code}`)) return 'identical';
  return examineArrival(sentText, arrivedText, code).comparison;
}

/** The same, with what led to it. */
export function examineArrival(sentText: string, arrivedText: string | null, code: string): Examination {
  if (arrivedText === null) return { comparison: 'unknown' };
  const body = splitArrivedText(sentText, code);
  const whole = appendMessageCode(body, code);
  if (arrivedText === whole || (arrivedText === body && body !== '')) return { comparison: 'identical' };
  const arrivedBody = splitArrivedText(arrivedText, code);
  const sent = canonical(body);
  const arrived = canonical(arrivedBody);
  // Nothing but the code says nothing about the text, unless nothing but `#` and the code was sent.
  const isBare = arrived.trimEnd() === '' && !(sent.trimEnd() === '' && arrivedText.includes('#'));
  if (isBare) return { comparison: 'unknown' };
  if (arrived.trimEnd() === sent.trimEnd()) return { comparison: 'equivalent' };
  // As it was written first: octets of another alphabet are those of the form that was sent.
  const losses = findCharacterLosses(body, arrivedBody) ?? findCharacterLosses(sent, arrived);
  if (losses !== null) return { comparison: 're-encoded', losses };
  const hasCode = arrivedBody !== arrivedText;
  if (!hasCode) {
    const cut = cutAfter(canonical(whole), arrived);
    if (cut !== null) return cut;
  }
  const order = findPartOrder(whole, arrivedText);
  if (order !== null) return { comparison: 'joined wrongly', order };
  return (hasCode ? cutAfter(sent, arrived) : null) ?? { comparison: 'altered' };
}

/** The one form in which texts that look the same are the same, save for white space at their ends. */
function canonical(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n');
}

/** What carriers and phones put where they cut; U+FFFD is what is left of half a character. */
const CUT_MARK = /(?:…|\.\.\.|\uFFFD)$/u;

/** The cut that makes `arrived` of `sent`; null where it is no beginning of it. */
function cutAfter(sent: string, arrived: string): Examination | null {
  for (const kept of [arrived.trimEnd(), arrived.trimEnd().replace(CUT_MARK, '').trimEnd()]) {
    if (kept !== '' && kept.length < sent.length && sent.startsWith(kept)) {
      return { comparison: 'truncated', kept: lengthOf(kept), of: lengthOf(sent) };
    }
  }
  return null;
}

function lengthOf(text: string): number {
  return [...text].length;
}
