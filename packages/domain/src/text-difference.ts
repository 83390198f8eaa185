/**
 * The difference between the sent and the arrived text: first by word, so that marks are readable, then by code point
 * within each changed word, so that `doc`→`d0c` marks one character.
 */
import { align, type Step } from './alignment.ts';

/** A run of code points in both texts, only in the sent one, or only in the arrived one. Never empty. */
export interface Piece {
  readonly kind: Step;
  readonly text: string;
}

/** The pieces in reading order: `same` and `gone` together are the sent text, `same` and `new` the arrived one. */
export function diffTexts(sent: string, arrived: string): Piece[] {
  return merge(refine(merge(differences(words(sent), words(arrived)))));
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_]/gu) ?? [];
}

function differences(sent: readonly string[], arrived: readonly string[]): Piece[] {
  const { start, end } = commonEnds(sent, arrived);
  const middleSent = sent.slice(start, sent.length - end);
  const middleArrived = arrived.slice(start, arrived.length - end);
  return [
    ...sent.slice(0, start).map((text) => ({ kind: 'same', text }) as const),
    ...alignedPieces(middleSent, middleArrived),
    ...sent.slice(sent.length - end).map((text) => ({ kind: 'same', text }) as const),
  ];
}

/** Texts too different to align count as one replaced by the other. */
function alignedPieces(sent: readonly string[], arrived: readonly string[]): Piece[] {
  const steps = align(sent, arrived);
  if (steps === null) {
    return [
      { kind: 'gone', text: sent.join('') },
      { kind: 'new', text: arrived.join('') },
    ];
  }
  let atSent = 0;
  let atArrived = 0;
  return steps.map((kind) => {
    const text = (kind === 'new' ? arrived[atArrived] : sent[atSent]) ?? '';
    if (kind !== 'new') atSent += 1;
    if (kind !== 'gone') atArrived += 1;
    return { kind, text };
  });
}

/** Extracts from each changed pair what its two sides share. */
function refine(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, index) => {
    const before = pieces[index - 1];
    const after = pieces[index + 1];
    if (piece.kind === 'new' && before?.kind === 'gone') return [];
    if (piece.kind !== 'gone' || after?.kind !== 'new') return [piece];
    const gone = [...piece.text];
    const fresh = [...after.text];
    const refined = differences(gone, fresh);
    const shared = refined.reduce((sum, { kind }) => sum + (kind === 'same' ? 1 : 0), 0);
    // Words that share only a letter or two are different words: fragments would be hard to read.
    return shared * 2 < Math.min(gone.length, fresh.length) ? [piece, after] : refined;
  });
}

/** Joins adjacent pieces of one kind, puts a removal before its replacement, and drops empty pieces. */
function merge(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  let same = '';
  let gone = '';
  let fresh = '';
  const flush = () => {
    if (same !== '') merged.push({ kind: 'same', text: same });
    if (gone !== '') merged.push({ kind: 'gone', text: gone });
    if (fresh !== '') merged.push({ kind: 'new', text: fresh });
    same = '';
    gone = '';
    fresh = '';
  };
  for (const { kind, text } of pieces) {
    if (kind === 'same' && gone + fresh !== '') flush();
    if (kind === 'gone') gone += text;
    else if (kind === 'new') fresh += text;
    else same += text;
  }
  flush();
  return merged;
}

/** How many elements the two share at their starts and, of the rest, at their ends. */
function commonEnds(a: readonly string[], b: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return { start, end };
}
