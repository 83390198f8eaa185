/** Alterations of a text by carriers and handsets, all seen in practice and none reported to the sender. */
import { decodeGsm, isGsm } from '@textprobe/smpp/gsm0338';
import type { JoinedText } from '@textprobe/smpp/part-joiner';
import type { Alteration } from './scenario-model.ts';

/** Long enough for any sentence of a test, shorter than two segments. */
const TRUNCATED_LENGTH = 140;
const SHORTENED_LENGTH = 24;

const STRAIGHT: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '–': '-',
  '—': '-',
};

/** The text up to the code at its end, and the code with the space before it. */
function splitCode(text: string): readonly [body: string, code: string] {
  const at = /\s#\w+\s*$/.exec(text)?.index ?? text.length;
  return [text.slice(0, at), text.slice(at)];
}

function maskDigits(text: string): string {
  const [body, code] = splitCode(text);
  return body.replace(/\d+/g, (digits) => '*'.repeat(digits.length)) + code;
}

/** Carriers alter the whole text; wrong reassembly needs at least two parts. */
const ALTER: Readonly<Record<Exclude<Alteration, 'parts-separate'>, (joined: JoinedText) => string>> = {
  /** Typographic quotes, dashes and ellipses become ASCII. */
  'straight-quotes': ({ text }) => text.replace(/[‘’“”…–—]/g, (mark) => STRAIGHT[mark] ?? mark),
  /** Emoji vanish, with their joiners, skin tones and variation selectors. */
  'no-emoji': ({ text }) =>
    text.replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F/gu, ''),
  /** A gateway inserts a page number, as if it split the text. */
  'page-mark': ({ text }) => `(1/1) ${text}`,
  /** Truncated to 140 characters, which also loses a message code at the end. */
  truncated: ({ text }) => [...text].slice(0, TRUNCATED_LENGTH).join(''),
  /** Shortened with an ellipsis, keeping the last word: a message code at the end survives. */
  shortened({ text }) {
    const characters = [...text];
    const lastWord = text.slice(text.lastIndexOf(' '));
    return characters.length > SHORTENED_LENGTH + lastWord.length
      ? `${characters.slice(0, SHORTENED_LENGTH).join('')}…${lastWord}`
      : text;
  },
  /** Forced into the GSM alphabet: unsupported characters become question marks. */
  'question-marks': ({ text }) => [...text].map((character) => (isGsm(character) ? character : '?')).join(''),
  /** Letters lose their accents. */
  'no-accents': ({ text }) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036F]/g, '')
      .normalize('NFC'),
  /** UTF-8 read as Latin-1. */
  mojibake: ({ text }) => Buffer.from(text, 'utf8').toString('latin1'),
  /** The handset puts the second part before the first. */
  'parts-swapped': ({ text, parts: [first, second, ...rest] }) =>
    first === undefined || second === undefined ? text : [second, first, ...rest].join(''),
  /** The handset shows an incomplete message: without the second part of three or more, or the first of two. */
  'part-missing': ({ text, parts }) =>
    parts.length < 2 ? text : parts.filter((_, index) => index !== (parts.length > 2 ? 1 : 0)).join(''),
  /** The first part is repeated. */
  'part-twice': ({ text, parts }) => (parts.length < 2 ? text : `${parts[0]}${text}`),
  /** The header of each part (3GPP TS 23.040 section 9.2.3.24.1) is decoded as GSM text. */
  'headers-as-text': ({ text, parts }) =>
    parts.length < 2
      ? text
      : parts
          .map((part, index) => decodeGsm(Uint8Array.of(5, 0, 3, 42, parts.length, index + 1)) + part)
          .join(''),
  /** A phone's smart punctuation. */
  'curly-quotes': ({ text }) => text.replaceAll("'", '’').replace(/"([^"]*)"/g, '“$1”'),
  /** Two spaces after each sentence. */
  'wide-spaces': ({ text }) => text.replace(/([.,:!?]) (?=\S)/g, '$1  '),
  /** Line breaks become spaces. */
  'line-joined': ({ text }) => text.replace(/\n/g, ' '),
  /** A right-to-left mark in front. */
  'direction-mark': ({ text }) => `\u200F${text}`,
  /** Each link becomes a short one of the carrier. */
  'link-rewritten': ({ text }) => text.replace(/https?:\/\/[^\s#]*[^\s#.,]/g, 'https://lnk.example/q7'),
  /** The phone's warning in front. */
  'label-added': ({ text }) => `Spam Likely: ${text}`,
  /** The carrier's advertisement behind. */
  'footer-added': ({ text }) => `${text}\n--\nSent with Acme Free SMS`,
  /** Digits become asterisks; the code is kept. */
  'masked-digits': ({ text }) => maskDigits(text),
  /** As in a web page that escapes its input. */
  'html-escapes': ({ text }) =>
    text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;'),
  /** The second and third word are gone. */
  'middle-missing': ({ text }) => text.replace(/^(\S+ )\S+ \S+ (?=\S+ \S+)/, '$1'),
  /** A warning in front of masked digits. */
  'label-and-mask'({ text }) {
    const masked = maskDigits(text);
    return masked === text ? text : `Spam Likely: ${masked}`;
  },
};

/**
 * Applies the first of `kinds` that changes what the handset reports.
 * @returns the text, and the kind; unchanged and null if none does. With `parts-separate` the text is as sent, but each part
 *   is reported as a message of its own.
 */
export function alterJoined(
  joined: JoinedText,
  kinds: readonly Alteration[],
): { readonly text: string; readonly alteration: Alteration | null } {
  for (const kind of kinds) {
    if (kind === 'parts-separate') {
      if (joined.parts.length > 1) return { text: joined.text, alteration: kind };
      continue;
    }
    const text = ALTER[kind](joined);
    if (text !== joined.text) return { text, alteration: kind };
  }
  return { text: joined.text, alteration: null };
}
