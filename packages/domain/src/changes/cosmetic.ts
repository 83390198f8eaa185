/**
 * Cosmetic changes (CHANGE-1): a reader sees the same text, in other typography. Links are exempt but for the case of
 * their scheme and host, because a changed character in one leads elsewhere.
 */
import { foldLink, LINK } from './links.ts';

type Fold = (text: string) => string;

/** What may differ, and the form in which it no longer does. */
interface Cosmetic {
  readonly name: string;
  /** Of the text between links. */
  readonly text?: Fold;
  readonly link?: Fold;
  /** Of the whole text, after the others: a mark may stand between two spaces. */
  readonly whole?: Fold;
}

const COSMETICS: readonly Cosmetic[] = [
  { name: 'quotes', text: (text) => text.replace(/[‘’‚‛]/g, "'").replace(/[“”„‟]/g, '"') },
  { name: 'dashes', text: (text) => text.replace(/[‐‑‒–—―−]|(?<!-)--(?!-)/g, '-') },
  { name: 'ellipses', text: (text) => text.replaceAll('…', '...') },
  { name: 'variation selectors', text: (text) => text.replace(/\uFE0E|\uFE0F/g, '') },
  {
    name: 'direction marks',
    text: (text) => text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, ''),
  },
  { name: 'the case of a link', link: foldLink },
  // A byte order mark counts as whitespace.
  { name: 'whitespace', whole: (text) => text.replace(/\s+/g, ' ').trim() },
];

const LINKS = new RegExp(`(${LINK})`, 'u');

/** The form in which texts that differ only cosmetically are equal. @param text in NFC */
export function withoutCosmetics(text: string): string {
  return foldAll(text, COSMETICS);
}

/** The names of the cosmetic changes between two texts that have no other. */
export function cosmeticNames(sent: string, arrived: string): string[] {
  return COSMETICS.filter((cosmetic) => {
    const others = COSMETICS.filter((other) => other !== cosmetic);
    return foldAll(sent, others) !== foldAll(arrived, others);
  }).map(({ name }) => name);
}

function foldAll(text: string, cosmetics: readonly Cosmetic[]): string {
  const apply = (of: 'text' | 'link' | 'whole', part: string) =>
    cosmetics.reduce((folded, cosmetic) => cosmetic[of]?.(folded) ?? folded, part);
  // Split by a pattern with a group: links are at the odd places.
  const parts = text.split(LINKS).map((part, index) => apply(index % 2 === 1 ? 'link' : 'text', part));
  return apply('whole', parts.join(''));
}
