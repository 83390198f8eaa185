/** A text with the words of a search marked (OVERVIEW-2). */
import { typedWords } from '@textprobe/domain/search-words';
import { Fragment } from 'react';

/** A cell shows about 90 characters: a first match beyond this would be cut off. */
const SHOWN = 70;
/** How many characters are then kept before it. */
const BEFORE = 30;

interface MarkedTextProps {
  readonly text: string;
  readonly search: string | undefined;
}

export function MarkedText({ text, search }: MarkedTextProps) {
  return (
    <bdi>
      {markedParts(text, search ?? '').map((part, index) =>
        // Matches are at the odd indexes.
        index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
      )}
    </bdi>
  );
}

/** Plain and matching parts alternating, beginning with a plain one; an ellipsis replaces a long part before the first match. */
export function markedParts(text: string, search: string): string[] {
  // The longest first: of `code` and `codes` both match, and the longer one is marked.
  const words = typedWords(search);
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|');
  const parts = text.split(new RegExp(`(${pattern})`, 'iu'));
  const [first = '', ...others] = parts;
  if (others.length === 0 || first.length <= SHOWN) return parts;
  const kept = first.slice(-BEFORE);
  // Begins with a whole word, if there is one.
  return [`…${/\s(\S[\s\S]*)$/u.exec(kept)?.[1] ?? kept}`, ...others];
}
