/** Which parts of a message are marked. */
import { expect, it } from 'vitest';
import { markedParts } from './marked-text.tsx';

/** Marks as in `a [b] c`. */
function marked(text: string, search: string): string {
  return markedParts(text, search)
    .map((part, index) => (index % 2 === 1 ? `[${part}]` : part))
    .join('');
}

it('OVERVIEW-2 marks each word wherever it occurs, regardless of case, the longest match first', () => {
  expect(marked('Your codes: code ÜBER', 'über CODE codes')).toBe('Your [codes]: [code] [ÜBER]');
  expect(marked('Your code', '')).toBe('Your code');
  expect(marked('Your code', 'zebra')).toBe('Your code');
});

it('OVERVIEW-2 takes the special characters of patterns literally', () => {
  expect(marked(String.raw`100% (sure?) C:\t.x`, String.raw`(sure?) \t %`)).toBe(
    String.raw`100[%] [(sure?)] C:[\t].x`,
  );
  expect(marked('abc', '.')).toBe('abc');
});

it('OVERVIEW-2 begins shortly before a first match that the cell would cut off', () => {
  const text = `${'Lorem ipsum '.repeat(10)}then a zebra appears`;
  expect(marked(text, 'zebra')).toBe('…ipsum Lorem ipsum then a [zebra] appears');
  expect(marked('x'.repeat(100) + 'zebra', 'zebra')).toBe(`…${'x'.repeat(30)}[zebra]`);
});
