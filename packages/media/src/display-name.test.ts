import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayName, MAX_NAME_LENGTH } from './display-name.ts';

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\Bild 1.PNG', 'Bild 1.PNG'],
  ['a\u0000b\nc\u007F.gif', 'abc.gif'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['  spaced .mp4 ', 'spaced .mp4'],
  ['사진 🎉👩‍👩‍👧.png', '사진 🎉👩‍👩‍👧.png'],
  ['صورة.jpg', 'صورة.jpg'],
  ['e\u0301.jpg', 'é.jpg'],
  ['\uD800.jpg', '\uFFFD.jpg'],
  ['', 'unnamed'],
  ['..', 'unnamed'],
  ['folder/', 'unnamed'],
  ['\r\n', 'unnamed'],
])('%j is shown as %j', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});

test('a long name is shortened before its extension', () => {
  const shown = displayName(`${'n'.repeat(300)}.jpeg`);
  expect(shown).toHaveLength(MAX_NAME_LENGTH);
  expect(shown).toMatch(/n\.jpeg$/u);
});

test('an emoji is never split', () => {
  const shown = displayName('🎉'.repeat(150) + 'x.jpg');
  expect(shown.isWellFormed()).toBe(true);
  expect(shown.endsWith('🎉.jpg') || shown.endsWith('x.jpg')).toBe(true);
});

test('any name becomes short, single-line, without folders, and stable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const shown = displayName(name);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
      expect(shown).not.toMatch(/[/\\\p{Cc}]/u);
      expect(displayName(shown)).toBe(shown);
    }),
  );
});
