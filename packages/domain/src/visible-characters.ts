/** Makes invisible characters visible, and code points readable as numbers: a lost space is a difference too. */

const SIGNS: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥', ' ': '␣', '\u00A0': '⍽' };

/** Their usual names. */
const NAMES: Readonly<Record<string, string>> = {
  '\u0000': 'NUL',
  '\u001B': 'ESC',
  '\u00AD': 'SHY',
  '\u200B': 'ZWSP',
  '\u200C': 'ZWNJ',
  '\u200D': 'ZWJ',
  '\u200E': 'LRM',
  '\u200F': 'RLM',
  '\u202F': 'NNBSP',
  '\u2060': 'WJ',
  '\uFE0E': 'VS15',
  '\uFE0F': 'VS16',
  '\uFEFF': 'BOM',
};

/**
 * A text with its invisible characters made visible: whitespace as a sign, others as their name or number in brackets, a
 * leading combining mark on a dotted circle. A line break still breaks the line.
 */
export function visible(text: string): string {
  const shown = text.replace(/[\s\p{C}\uFE00-\uFE0F]/gu, (character) => {
    const sign = SIGNS[character] ?? `[${NAMES[character] ?? codePoint(character)}]`;
    return character === '\n' ? `${sign}\n` : sign;
  });
  return /^\p{M}/u.test(shown) ? `◌${shown}` : shown;
}

/** Likewise for text of several words: single spaces inside it stay spaces. */
export function readable(text: string): string {
  return visible(text).replace(/(?<=[^␣\s])␣(?=[^␣\s])/gu, ' ');
}

/** The number of a character's code point, `U+00E9`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
