import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOf, paragraphsOf, shorten } from './user-text.ts';

test('each line is a paragraph in the direction of its first letter', () => {
  expect(paragraphsOf('Hello مرحبا\r\n123 مرحبا\n\nשלום').map(({ rtl }) => rtl)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test('a long word gets break opportunities, an emoji none inside it', () => {
  expect(lineOf('a'.repeat(45))).toBe(`${'a'.repeat(20)}\ufdd0${'a'.repeat(20)}\ufdd0${'a'.repeat(5)}`);
  const family = '👨‍👩‍👧';
  expect(lineOf(family.repeat(30))).toBe(family.repeat(30));
  expect(lineOf('漢'.repeat(60))).toBe('漢'.repeat(60));
});

test('nothing but line ends, tabs and control characters is lost from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const shown = paragraphsOf(text)
        .map((paragraph) => paragraph.text)
        .join('\n');
      const plain = (of: string) => of.replaceAll(/[\s\ufdd0\u2028\u2029\u0085\ufffd]|\p{Cc}/gu, '');
      expect(plain(shown)).toBe(plain(text));
    }),
  );
});

test('control characters become replacement characters', () => {
  expect(lineOf('a\u0000b\tc\u001b')).toBe('a\ufffdb    c\ufffd');
});

test('a text is shortened between grapheme clusters', () => {
  expect(shorten('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧👨‍👩‍👧…');
  expect(shorten('👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧👨‍👩‍👧');
  expect(shorten('abc', 3)).toBe('abc');
});
