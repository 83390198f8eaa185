/** What carriers do to a text on its way, each seen in the wild: none of it is reported to the sender. */
import type { Alteration } from './scenario-model.ts';

/** Long enough for any sentence of a test, shorter than two segments. */
const TRUNCATED_LENGTH = 140;

const STRAIGHT: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '–': '-',
  '—': '-',
};

const ALTER: Readonly<Record<Alteration, (text: string) => string>> = {
  /** Typographic quotes, dashes and ellipses become their ASCII cousins. */
  'straight-quotes': (text) => text.replace(/[‘’“”…–—]/g, (mark) => STRAIGHT[mark] ?? mark),
  /** Emoji vanish, with their joiners, skin tones and variation selectors. */
  'no-emoji': (text) =>
    text.replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F/gu, ''),
  /** A gateway that believes it splits writes its page number into the text. */
  'page-mark': (text) => `(1/1) ${text}`,
  /** Everything beyond the first 140 characters is cut off, a message code at the end too. */
  truncated: (text) => [...text].slice(0, TRUNCATED_LENGTH).join(''),
};

/** `text` after the first of `kinds` that changes it; as it was when none does. */
export function alterText(text: string, kinds: readonly Alteration[]): string {
  for (const kind of kinds) {
    const altered = ALTER[kind](text);
    if (altered !== text) return altered;
  }
  return text;
}
