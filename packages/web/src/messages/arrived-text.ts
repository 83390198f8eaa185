/** The two texts of a message, taken apart for showing: body and code, and where the arrived body differs. */
import type { TestLog } from '@textprobe/contract/messages';
import { findMessageCodes, splitArrivedText } from '@textprobe/domain/message-code';
import { diffTexts, type Piece } from './text-diff.ts';

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
  // What the server found intact may still differ in line endings or Unicode form: nobody sees it, so nothing is marked.
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

const NAMES: Record<string, string> = {
  '\n': '↵',
  '\r': '␍',
  '\t': '⇥',
  ' ': '␣',
  '\u00A0': '⍽',
};

/** A changed piece with its invisible characters made visible: a lost space is a difference that nobody could see. */
export function visible(text: string): string {
  return text.replace(/[\s\p{Cf}]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const name = NAMES[character] ?? `[U+${hex}]`;
    return character === '\n' ? `${name}\n` : name;
  });
}
