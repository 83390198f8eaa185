/**
 * Compares the text that arrived with the text that was sent, code point by code point: whether it arrived unchanged,
 * and if not, what kind of change it is.
 *
 * The message code is taken into account (SERVER-1): both texts are compared without it, and a text that arrived without
 * its code, which was reported separately, is compared as it is. The first matching rule applies:
 *
 *    1. `unknown`: no text was reported, or only the code.
 *    2. `identical`: the same code points in the same order, with the code as sent or left out.
 *    3. `equivalent`: differs only invisibly: Unicode form (NFC or not), line endings, whitespace at the end, or the
 *       spelling of the code. Distinct from `identical`, but not an alteration.
 *    4. `cosmetic`: the same text in other typography (`changes/cosmetic.ts`); not an alteration either.
 *    5. `re-encoded`: each character arrived unchanged or as a remainder of a conversion (`character-loss.ts`).
 *    6. `truncated`: the sent text up to some point, perhaps followed by an ellipsis or half a character.
 *    7. `joined wrongly`: whole parts of a long message, swapped, missing, duplicated, with whitespace added or lost
 *       between them, or with their headers or counters as text (`part-order.ts`). Parts that the handset reported as
 *       messages of their own are joined wrongly too, whatever their joined text is (`separate-parts.ts`).
 *    8. `truncated` again: the beginning of the sent text, followed by the code.
 *    9. The weightiest of the changes that explain every difference (`changes/change-kinds.ts`): `part missing`,
 *       `link rewritten`, `masked`, `escaped`, `text added`, or 5 and 6 beside one of these.
 *   10. `altered`: anything else.
 *
 * Rule 5 comes before 6, because an emoji lost at the end would otherwise read as a cut; 6 before 7, so that a message
 * without its last parts is truncated, wherever that happened; 7 before 8, because its last part arrived.
 */
import type { Change, ChangeKind } from './changes/change-kinds.ts';
import { withoutCosmetics } from './changes/cosmetic.ts';
import { CUT_MARK } from './changes/cut-off.ts';
import { findChanges } from './changes/find-changes.ts';
import { type CharacterLoss, findCharacterLosses } from './character-loss.ts';
import { COMPARISONS, type Comparison } from './comparison-classes.ts';
import { appendMessageCode, splitArrivedText } from './message-code.ts';
import { findPartOrder, type PartOrder } from './part-order.ts';

/** The class of an arrival, with details. */
export type Examination =
  | { readonly comparison: 'unknown' | 'identical' | 'equivalent' | 'cosmetic' | 'altered' }
  | { readonly comparison: 're-encoded'; readonly losses: readonly CharacterLoss[] }
  /** Remaining code points, and how many were sent. */
  | { readonly comparison: 'truncated'; readonly kept: number; readonly of: number }
  | { readonly comparison: 'joined wrongly'; readonly order: PartOrder }
  /** All changes, in reading order; `comparison` is the weightiest. */
  | { readonly comparison: ChangeKind; readonly changes: readonly Change[] };

/**
 * The class of an arrival by the rules above. Never throws; identical texts cost one comparison.
 * @param sentText the text as sent, with or without its code
 * @param arrivedText the text as the handset reports it; null if it reported none
 * @param code the message's code
 */
export function compareArrival(sentText: string, arrivedText: string | null, code: string): Comparison {
  if (arrivedText === sentText && sentText.endsWith(`#${code}`)) return 'identical';
  return examineArrival(sentText, arrivedText, code).comparison;
}

/** Like {@link compareArrival}, with details. */
export function examineArrival(sentText: string, arrivedText: string | null, code: string): Examination {
  if (arrivedText === null) return { comparison: 'unknown' };
  const body = splitArrivedText(sentText, code);
  const whole = appendMessageCode(body, code);
  if (arrivedText === whole || (arrivedText === body && body !== '')) return { comparison: 'identical' };
  const arrivedBody = splitArrivedText(arrivedText, code);
  const sent = canonical(body);
  const arrived = canonical(arrivedBody);
  // A bare code says nothing about the text, unless nothing but `#` and the code was sent.
  const isBare = arrived.trimEnd() === '' && !(sent.trimEnd() === '' && arrivedText.includes('#'));
  if (isBare) return { comparison: 'unknown' };
  if (arrived.trimEnd() === sent.trimEnd()) return { comparison: 'equivalent' };
  if (withoutCosmetics(sent) === withoutCosmetics(arrived)) return { comparison: 'cosmetic' };
  // First without normalization: wrongly decoded bytes are those of the form that was sent.
  const losses = findCharacterLosses(body, arrivedBody) ?? findCharacterLosses(sent, arrived);
  if (losses !== null) return { comparison: 're-encoded', losses };
  const hasCode = arrivedBody !== arrivedText;
  if (!hasCode) {
    const cut = cutAfter(canonical(whole), arrived);
    if (cut !== null) return cut;
  }
  const order = findPartOrder(whole, arrivedText);
  if (order !== null) return { comparison: 'joined wrongly', order };
  return (hasCode ? cutAfter(sent, arrived) : null) ?? namedChanges(sent, arrived);
}

function namedChanges(sent: string, arrived: string): Examination {
  const changes = findChanges(sent, arrived) ?? [];
  const comparison = COMPARISONS.find((one) => changes.some(({ kind }) => kind === one));
  return comparison === undefined
    ? { comparison: 'altered' }
    : { comparison: comparison as ChangeKind, changes };
}

/** The form in which texts that look the same are equal, except for whitespace at their ends. */
function canonical(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n');
}

/** The cut that turns `sent` into `arrived`; null if `arrived` is not its beginning. */
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
