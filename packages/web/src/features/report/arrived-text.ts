/** Splits the sent and the received text of a message into body and code, and finds where the bodies differ. */
import type { TestLog } from '@textprobe/contract/messages';
import { compareArrival } from '@textprobe/domain/comparison';
import { findMessageCodes, splitArrivedText } from '@textprobe/domain/message-code';
import { diffTexts, type Piece } from '@textprobe/domain/text-difference';
import { codePoint, visible } from '@textprobe/domain/visible-characters';

export interface ShownText {
  readonly pieces: readonly Piece[];
  /** The code at the end of the text with its separator; empty if it is missing. */
  readonly code: string;
}

export interface ShownTexts {
  readonly sent: ShownText;
  /** Null while the handset has not reported a text. */
  readonly arrived: ShownText | null;
}

/** One difference between the texts, as characters and their code points; empty if there are none. */
export interface CodePointChange {
  readonly gone: string;
  readonly fresh: string;
}

/** The two texts of a message. Nothing is marked if no difference is visible. */
export function textsOf({ sent, reception }: Pick<TestLog, 'sent' | 'reception'>): ShownTexts {
  const [code = ''] = findMessageCodes(sent.text);
  const sentParts = parts(sent.text, code);
  const arrivedText = reception?.text ?? null;
  if (arrivedText === null) {
    return {
      sent: { pieces: [{ kind: 'same', text: sentParts.body }], code: sentParts.code },
      arrived: null,
    };
  }
  const arrivedParts = parts(arrivedText, code);
  // An equivalent text differs in line endings or Unicode form. That is invisible, so a caption says it and nothing is marked.
  const comparison = compareArrival(sent.text, arrivedText, code);
  const pieces: Piece[] =
    comparison === 'identical' || comparison === 'equivalent'
      ? [{ kind: 'same', text: arrivedParts.body }]
      : diffTexts(sentParts.body, arrivedParts.body);
  return {
    sent: { pieces: pieces.filter(({ kind }) => kind !== 'new'), code: sentParts.code },
    arrived: { pieces: pieces.filter(({ kind }) => kind !== 'gone'), code: arrivedParts.code },
  };
}

function parts(text: string, code: string): { body: string; code: string } {
  const body = splitArrivedText(text, code);
  return { body, code: text.startsWith(body) ? text.slice(body.length) : '' };
}

/** Longer changes are not shown as code points. */
const LONGEST_CHANGE = 4;
/** A longer list would not be read. */
const MOST_CHANGES = 12;

/** The short changes between both texts, each once, in order: `é U+00E9` → `e U+0065`. */
export function codePointChanges(sent: ShownText, arrived: ShownText): CodePointChange[] {
  const changes = new Map<string, CodePointChange>();
  const note = (gone: string, fresh: string) => {
    if (gone === '' && fresh === '') return;
    if ([...gone].length > LONGEST_CHANGE || [...fresh].length > LONGEST_CHANGE) return;
    changes.set(`${gone}→${fresh}`, { gone: named(gone), fresh: named(fresh) });
  };
  // Common pieces are in the same order in both texts, so the text between two of them corresponds.
  const gaps = (text: ShownText) => {
    const between = [''];
    for (const piece of text.pieces) {
      if (piece.kind === 'same') between.push('');
      else between[between.length - 1] += piece.text;
    }
    return between;
  };
  const left = gaps(sent);
  const right = gaps(arrived);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    note(left[index] ?? '', right[index] ?? '');
  }
  return [...changes.values()].slice(0, MOST_CHANGES);
}

function named(text: string): string {
  return [...text].map((character) => `${visible(character).trimEnd()} ${codePoint(character)}`).join(', ');
}
