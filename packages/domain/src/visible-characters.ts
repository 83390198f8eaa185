/** Characters that nobody sees made visible, and code points by their number: a lost space is a difference too. */

const SIGNS: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥', ' ': '␣', '\u00A0': '⍽' };

/** The names by which those who work with text know them. */
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
 * A text with its invisible characters made visible: white space as a sign, other ones as their name or number in
 * brackets, a combining mark that leads the text on a dotted circle. A line break breaks the line still.
 */
export function visible(text: string): string {
  const shown = text.replace(/[\s\p{C}\uFE00-\uFE0F]/gu, (character) => {
    const sign = SIGNS[character] ?? `[${NAMES[character] ?? codePoint(character)}]`;
    return character === '\n' ? `${sign}\n` : sign;
  });
  return /^\p{M}/u.test(shown) ? `◌${shown}` : shown;
}

/** The same for text of several words: a single space within it, which everybody sees, stays one. */
export function readable(text: string): string {
  return visible(text).replace(/(?<=[^␣\s])␣(?=[^␣\s])/gu, ' ');
}

/** The number of a character's code point, `U+00E9`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
