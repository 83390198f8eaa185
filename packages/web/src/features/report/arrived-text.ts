/** The two texts of a message, taken apart for showing: body and code, and where the arrived body differs. */
import type { TestLog } from '@textprobe/contract/messages';
import { findMessageCodes, splitArrivedText } from '@textprobe/domain/message-code';
import { diffTexts, type Piece } from '@textprobe/domain/text-difference';
import { codePoint, visible } from '@textprobe/domain/visible-characters';

export interface ShownText {
  readonly pieces: readonly Piece[];
  /** The code as it stands at the text's end, with what parts it from the body; empty where it is not there. */
  readonly code: string;
}

export interface ShownTexts {
  readonly sent: ShownText;
  /** Null while the handset has told no text. */
  readonly arrived: ShownText | null;
}

/** One place where the texts differ, as its characters and their code points; empty where there are none. */
export interface CodePointChange {
  readonly gone: string;
  readonly fresh: string;
}

/** The two texts of a message. Both lack the marks where nothing that anybody could see differs. */
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
  // What is intact may still differ in line endings or Unicode form: nobody sees it, so a caption tells, and nothing is marked.
  const pieces: Piece[] =
    reception?.comparison === 'intact'
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

/** A change longer than this is read as words, not as code points. */
const LONGEST_CHANGE = 4;
/** More changes than this are no list that anybody reads. */
const MOST_CHANGES = 12;

/** The short changes among pieces of both texts, each once, in their order: `é U+00E9` → `e U+0065`. */
export function codePointChanges(sent: ShownText, arrived: ShownText): CodePointChange[] {
  const changes = new Map<string, CodePointChange>();
  const note = (gone: string, fresh: string) => {
    if (gone === '' && fresh === '') return;
    if ([...gone].length > LONGEST_CHANGE || [...fresh].length > LONGEST_CHANGE) return;
    changes.set(`${gone}→${fresh}`, { gone: named(gone), fresh: named(fresh) });
  };
  // The pieces that both have stand in both in the same order, so that what lies between two of them belongs together.
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
