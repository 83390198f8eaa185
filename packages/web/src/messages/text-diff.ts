/**
 * What differs between the text that was sent and the text that arrived: words matched by their longest common
 * subsequence, then whatever a changed pair of words has in common at its ends taken out again, so that `doc`→`d0c` marks one
 * character. Small on purpose: message bodies are short.
 */

export interface Piece {
  /** In both texts, only in the sent one, only in the arrived one. */
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Beyond this many comparisons (two texts of 700 words each) the middle is told as replaced: a screen must not freeze. */
const MOST_CELLS = 2_000_000;

/** The pieces in reading order: `same` and `gone` together are the sent text, `same` and `new` the arrived one. */
export function diffTexts(sent: string, arrived: string): Piece[] {
  return merge(refine(merge(diffWords(words(sent), words(arrived)))));
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_]/gu) ?? [];
}

function diffWords(sent: readonly string[], arrived: readonly string[]): Piece[] {
  const { start, end } = commonEnds(sent, arrived);
  const middleSent = sent.slice(start, sent.length - end);
  const middleArrived = arrived.slice(start, arrived.length - end);
  return [
    ...sent.slice(0, start).map((text) => ({ kind: 'same', text }) as const),
    ...diffMiddle(middleSent, middleArrived),
    ...sent.slice(sent.length - end).map((text) => ({ kind: 'same', text }) as const),
  ];
}

function diffMiddle(sent: readonly string[], arrived: readonly string[]): Piece[] {
  const gone = (text: string): Piece => ({ kind: 'gone', text });
  const fresh = (text: string): Piece => ({ kind: 'new', text });
  if (sent.length * arrived.length > MOST_CELLS) return [...sent.map(gone), ...arrived.map(fresh)];
  const width = arrived.length + 1;
  // common[i * width + j]: the longest common subsequence of what follows sent[i] and arrived[j].
  const common = new Uint16Array((sent.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = sent.length - 1; i >= 0; i -= 1) {
    for (let j = arrived.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        sent[i] === arrived[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < sent.length || j < arrived.length) {
    const left = sent[i];
    const right = arrived[j];
    if (left !== undefined && left === right) {
      pieces.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push(gone(left));
      i += 1;
    } else if (right !== undefined) {
      pieces.push(fresh(right));
      j += 1;
    }
  }
  return pieces;
}

/** Takes out of each changed pair what its two sides share at their ends. */
function refine(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, index) => {
    const before = pieces[index - 1];
    const after = pieces[index + 1];
    if (piece.kind === 'new' && before?.kind === 'gone') return [];
    if (piece.kind !== 'gone' || after?.kind !== 'new') return [piece];
    const gone = [...piece.text];
    const fresh = [...after.text];
    const { start, end } = commonEnds(gone, fresh);
    // Words that share but a letter or two are other words: fragments of them would only be hard to read.
    if ((start + end) * 2 < Math.min(gone.length, fresh.length)) return [piece, after];
    return [
      { kind: 'same', text: gone.slice(0, start).join('') },
      { kind: 'gone', text: gone.slice(start, gone.length - end).join('') },
      { kind: 'new', text: fresh.slice(start, fresh.length - end).join('') },
      { kind: 'same', text: gone.slice(gone.length - end).join('') },
    ] as const;
  });
}

/** Neighbours of one kind joined, a removal before its replacement, empty pieces left out. */
function merge(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  let gone = '';
  let fresh = '';
  const flush = () => {
    if (gone !== '') merged.push({ kind: 'gone', text: gone });
    if (fresh !== '') merged.push({ kind: 'new', text: fresh });
    gone = '';
    fresh = '';
  };
  for (const { kind, text } of pieces) {
    if (text === '') continue;
    if (kind === 'gone') gone += text;
    else if (kind === 'new') fresh += text;
    else {
      flush();
      const last = merged.at(-1);
      if (last?.kind === 'same') merged[merged.length - 1] = { kind: 'same', text: last.text + text };
      else merged.push({ kind: 'same', text });
    }
  }
  flush();
  return merged;
}

/** How many elements the two have in common at their starts and, of the rest, at their ends. */
function commonEnds(a: readonly string[], b: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return { start, end };
}
