/** Describes how a text changed in transit: `cut after 160 of 312 characters`, `é→e`, `parts 1 and 2 swapped`. */
import type { Change } from './changes/change-kinds.ts';
import { cosmeticNames } from './changes/cosmetic.ts';
import { type CharacterLoss, findCharacterLosses } from './character-loss.ts';
import type { LossKind } from './character-remainders.ts';
import { type Examination, examineArrival } from './comparison.ts';
import type { Comparison } from './comparison-classes.ts';
import { figure } from './figures.ts';
import { splitArrivedText } from './message-code.ts';
import type { PartOrder, SeamFault } from './part-order.ts';
import { diffTexts } from './text-difference.ts';
import { visible } from './visible-characters.ts';

/** How many pairs of characters are listed; the rest is counted. */
const MAX_PAIRS = 6;

/** Longer pieces of a text are shortened. */
const LONGEST_QUOTE = 80;

/** How a text arrived: its class and details, without a full stop; empty if there is nothing to say. */
export interface ArrivalWords {
  readonly comparison: Comparison;
  readonly words: string;
}

/** What a handset reported. */
export interface ArrivedText {
  /** Null: it reported none. If it reported parts as messages of their own, they are joined here. */
  readonly text: string | null;
  /** How many messages it reported instead of one; absent: one. */
  readonly separateReports?: number | undefined;
}

/** @param arrived null: nothing arrived; other parameters as for {@link examineArrival} */
export function arrivalWords(sentText: string, arrived: ArrivedText | null, code: string): ArrivalWords {
  const text = arrived?.text ?? null;
  const found = examineArrival(sentText, text, code);
  const reports = arrived?.separateReports ?? 1;
  if (reports > 1) return { comparison: 'joined wrongly', words: separateWords(found, reports) };
  return { comparison: found.comparison, words: wordsOf(found, sentText, text ?? '', code) };
}

function separateWords(found: Examination, reports: number): string {
  const faults = found.comparison === 'joined wrongly' ? orderFaults(found.order) : [];
  return [`reported as ${reports} separate messages`, ...faults].join('; ');
}

function wordsOf(found: Examination, sentText: string, arrivedText: string, code: string): string {
  const sent = splitArrivedText(sentText, code);
  const arrived = splitArrivedText(arrivedText, code);
  if ('changes' in found) {
    return found.changes.map((change) => namedWords(change, sent, found.comparison)).join('; ');
  }
  switch (found.comparison) {
    case 'unknown':
    case 'identical':
      return '';
    case 'equivalent':
      return unseen(sent, arrived);
    case 'cosmetic':
      return `only ${list(cosmeticNames(sent.normalize('NFC'), arrived.normalize('NFC')))} changed`;
    case 're-encoded':
      return lossWords(found.losses);
    case 'truncated':
      return `cut after ${count(found.kept)} of ${count(found.of, 'character')}`;
    case 'joined wrongly':
      return orderFaults(found.order).join('; ');
    case 'altered':
      return changeWords(sent, arrived);
  }
}

/** Differences that are invisible. */
function unseen(sent: string, arrived: string): string {
  const differs = (form: (text: string) => string) => form(sent) !== form(arrived);
  const lines = (text: string) => text.replace(/[^\r\n]/g, '');
  const blanks = (text: string) => /[^\S\r\n]*$/u.exec(text.replace(/[\r\n]+$/, ''))?.[0] ?? '';
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').trimEnd();
  const named = [
    differs(plain) ? 'the Unicode form of characters' : '',
    differs((text) => lines(text.trimEnd())) ? 'line endings' : '',
    differs(blanks) || differs((text) => lines(text.slice(text.trimEnd().length)))
      ? 'whitespace at the end'
      : '',
  ].filter((name) => name !== '');
  return `only ${list(named.length === 0 ? ['the spelling of its code'] : named)} changed`;
}

const LOSSES: readonly (readonly [LossKind, string])[] = [
  ['accent', 'accents lost'],
  ['look-alike', 'look-alikes'],
  ['lost', 'characters lost'],
  ['misread', 'decoded in the wrong character set'],
];

function lossWords(losses: readonly CharacterLoss[]): string {
  const shown = losses.slice(0, MAX_PAIRS);
  const groups = LOSSES.flatMap(([kind, name]) => {
    const pairs = shown.filter((loss) => loss.kind === kind).map(pairWords);
    return pairs.length === 0 ? [] : [`${name}: ${pairs.join(', ')}`];
  });
  const left = losses.length - shown.length;
  return groups.join('; ') + (left > 0 ? ` and ${left} more` : '');
}

function pairWords({ sent, arrived, count: times }: CharacterLoss): string {
  const left = arrived === '' ? 'nothing' : visible(arrived);
  return `${visible(sent)}→${left}${times > 1 ? ` (${times} times)` : ''}`;
}

const SEAM_WORDS: Readonly<Record<SeamFault, string>> = {
  headers: 'headers of parts shown as text',
  counters: 'counters of parts shown as text',
  trimmed: 'whitespace between its parts lost',
  spaced: 'whitespace inserted between its parts',
};

function orderFaults({ parts, arrived, faults }: PartOrder): string[] {
  const all = Array.from({ length: parts }, (_, index) => index + 1);
  const once = [...new Set(arrived)];
  const missing = all.filter((part) => !arrived.includes(part));
  const doubled = once.filter((part) => arrived.filter((one) => one === part).length > 1);
  const named = [];
  if (missing.length > 0) named.push(`${partNames(missing)} of ${parts} missing`);
  if (doubled.length > 0) named.push(`${partNames(doubled)} more than once`);
  const sorted = once.toSorted((a, b) => a - b);
  const moved = once.filter((part, index) => part !== sorted[index]);
  if (moved.length === 2) named.push(`${partNames(moved.toSorted((a, b) => a - b))} swapped`);
  else if (moved.length > 0) named.push(`parts in the order ${arrived.join(', ')}`);
  return [...named, ...faults.map((fault) => SEAM_WORDS[fault])];
}

function partNames(parts: readonly number[]): string {
  return `${parts.length === 1 ? 'part' : 'parts'} ${list(parts.map(String))}`;
}

/** One of several changes, with what was sent and what arrived; without its kind if that is the class, which is named beside it. */
function namedWords({ kind, gone, fresh, atStart }: Change, sent: string, comparison: Comparison): string {
  const name = kind === comparison ? '' : `${kind}: `;
  switch (kind) {
    case 'text added':
      return `${name}${quoted(fresh)} ${atStart ? 'before' : 'after'} the text`;
    case 'part missing':
      return `missing ${atStart ? 'at the beginning' : 'in the middle'}: ${quoted(gone)}`;
    case 'truncated':
      return `cut off: the last ${count([...gone].length, 'character')} of ${figure([...sent].length)}`;
    case 're-encoded':
      return lossWords(findCharacterLosses(gone, fresh) ?? []);
    case 'link rewritten':
    case 'masked':
    case 'escaped':
      return `${name}${shortened(gone.trim() || gone)} → ${shortened(fresh.trim() || fresh)}`;
  }
}

function quoted(text: string): string {
  return `“${shortened(text.trim() || text)}”`;
}

function shortened(text: string): string {
  const characters = [...text];
  return visible(
    characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE).join('')}…` : text,
  ).replaceAll(/(?<=[^␣])␣(?=[^␣])/gu, ' ');
}

function changeWords(sent: string, arrived: string): string {
  const pieces = diffTexts(sent, arrived);
  const sum = (kind: 'gone' | 'new') =>
    pieces.reduce((total, piece) => total + (piece.kind === kind ? [...piece.text].length : 0), 0);
  const named = [];
  if (sum('gone') > 0) named.push(`${count(sum('gone'), 'character')} removed`);
  if (sum('new') > 0) named.push(`${count(sum('new'), 'character')} inserted`);
  return named.join(', ');
}

function count(number: number, noun?: string): string {
  return noun === undefined ? figure(number) : `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function list(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
