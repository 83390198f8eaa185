/**
 * Finds the named changes that turn one text into another (CHANGE-1). Both are compared without cosmetic changes, piece
 * by piece: if every changed piece fits a kind, all are named; otherwise none is, because the texts do not prove it.
 */
import { align } from '../alignment.ts';
import { type Change, changeOf } from './change-kinds.ts';
import type { ChangedPiece } from './changed-piece.ts';
import { withoutCosmetics } from './cosmetic.ts';
import { ESCAPE } from './escaped.ts';
import { LINK } from './links.ts';

/** A link, a run of escapes or a word is compared as a whole. */
const TOKENS = new RegExp(`${LINK}|${ESCAPE}|[\\p{L}\\p{N}\\p{M}_]+|[^]`, 'gu');
/** A longer piece at the edge of a text is not split into an addition and a change. */
const MOST_TOKENS_AT_EDGE = 200;

/** The changes in reading order; null if a piece fits no kind. @param sent and @param arrived in NFC, different */
export function findChanges(sent: string, arrived: string): Change[] | null {
  const from = withoutCosmetics(sent);
  const to = withoutCosmetics(arrived);
  const added = piecesAround(from, to);
  if (added !== null) return nameAll(added);
  const missing = missingPiece(from, to);
  if (missing !== null) return nameAll([missing]);
  const pieces = alignedPieces(tokensOf(from), tokensOf(to));
  if (pieces === null) return null;
  const changes = nameAll(pieces.near) ?? nameAll(pieces.joined);
  return changes !== null && isProven(changes, from) ? changes : null;
}

/** One missing piece has what was sent on both sides; of a text that lost more, half must have arrived, as any few words are found in it. */
function isProven(changes: readonly Change[], sent: string): boolean {
  const lost = changes.filter(({ kind }) => kind === 'part missing' || kind === 'truncated');
  if (lost.length === 1 && lost[0]?.kind === 'part missing') return true;
  return lost.reduce((sum, { gone }) => sum + gone.length, 0) * 2 <= sent.length;
}

/** What was added around the whole text; null if it did not arrive whole, or within a longer word or link. */
function piecesAround(sent: string, arrived: string): ChangedPiece[] | null {
  const at = arrived.endsWith(sent) ? arrived.length - sent.length : arrived.indexOf(sent);
  const end = at + sent.length;
  if (at < 0 || !isBetweenTokens(arrived, [at, end])) return null;
  const pieces = [
    { gone: '', fresh: arrived.slice(0, at), atStart: true, atEnd: false },
    { gone: '', fresh: arrived.slice(end), atStart: false, atEnd: true },
  ];
  return pieces.filter(({ fresh }) => fresh !== '');
}

function isBetweenTokens(text: string, places: readonly number[]): boolean {
  const ends = new Set([0]);
  let end = 0;
  for (const token of tokensOf(text)) {
    end += token.length;
    ends.add(end);
  }
  return places.every((place) => ends.has(place));
}

/** The one piece without which `sent` is `arrived`, wherever it begins within a word; null if there is none. */
function missingPiece(sent: string, arrived: string): ChangedPiece | null {
  const from = [...sent];
  const to = [...arrived];
  const length = from.length - to.length;
  if (length <= 0 || to.length === 0) return null;
  let start = 0;
  while (start < to.length && from[start] === to[start]) start += 1;
  if (from.slice(start + length).join('') !== to.slice(start).join('')) return null;
  const gone = from.slice(start, start + length).join('');
  return { gone, fresh: '', atStart: start === 0, atEnd: start === to.length };
}

function tokensOf(text: string): string[] {
  return text.match(TOKENS) ?? [];
}

/**
 * The pieces between the tokens that both texts share; `joined`: with pieces that only a space separates as one, because
 * such a space may be any. Null if the texts are too different.
 */
function alignedPieces(
  sent: readonly string[],
  arrived: readonly string[],
): { readonly near: ChangedPiece[]; readonly joined: ChangedPiece[] } | null {
  const steps = align(sent, arrived);
  if (steps === null) return null;
  const runs: { same: string; gone: string; fresh: string }[] = [{ same: '', gone: '', fresh: '' }];
  let atSent = 0;
  let atArrived = 0;
  for (const step of steps) {
    let run = runs.at(-1) as (typeof runs)[number];
    if (step === 'same') {
      if (run.gone + run.fresh !== '') {
        run = { same: '', gone: '', fresh: '' };
        runs.push(run);
      }
      run.same += sent[atSent];
    } else if (step === 'gone') run.gone += sent[atSent];
    else run.fresh += arrived[atArrived];
    if (step !== 'new') atSent += 1;
    if (step !== 'gone') atArrived += 1;
  }
  const joined = runs.slice(0, 1).map((run) => ({ ...run }));
  for (const run of runs.slice(1)) {
    const last = joined.at(-1) as (typeof runs)[number];
    if (run.same === ' ' && run.gone + run.fresh !== '') {
      last.gone += ` ${run.gone}`;
      last.fresh += ` ${run.fresh}`;
    } else joined.push({ ...run });
  }
  return { near: placed(runs), joined: placed(joined) };
}

function placed(runs: readonly { same: string; gone: string; fresh: string }[]): ChangedPiece[] {
  return runs.flatMap(({ same, gone, fresh }, index) => {
    if (gone + fresh === '') return [];
    return [{ gone, fresh, atStart: index === 0 && same === '', atEnd: index === runs.length - 1 }];
  });
}

function nameAll(pieces: readonly ChangedPiece[]): Change[] | null {
  const changes: Change[] = [];
  for (const piece of pieces) {
    const change = changeOf(piece);
    const named = change === null ? splitAtEdge(piece) : [change];
    if (named === null) return null;
    changes.push(...named);
  }
  return changes;
}

/** A change next to text that was added at the edge: `Spam: ******` for `123456`. */
function splitAtEdge({ gone, fresh, atStart, atEnd }: ChangedPiece): Change[] | null {
  const tokens = tokensOf(fresh);
  if (gone === '' || tokens.length > MOST_TOKENS_AT_EDGE) return null;
  for (let at = 1; at < tokens.length; at += 1) {
    const [head, tail] = [tokens.slice(0, at).join(''), tokens.slice(at).join('')];
    const before = atStart ? changeOf({ gone, fresh: tail, atStart: false, atEnd: false }) : null;
    const label = { gone: '', fresh: head, atStart: true, atEnd: false, kind: 'text added' } as const;
    if (before !== null) return [label, before];
    const after = atEnd ? changeOf({ gone, fresh: head, atStart: false, atEnd: false }) : null;
    const footer = { gone: '', fresh: tail, atStart: false, atEnd: true, kind: 'text added' } as const;
    if (after !== null) return [after, footer];
  }
  return null;
}
