import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTexts, type Piece } from './text-difference.ts';

const written = (pieces: readonly Piece[]) =>
  pieces.map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `{+${text}+}` })[kind]).join('');

test.each([
  ['Your code is 402 118', 'Your code is 402 118', 'Your code is 402 118'],
  ['tomorrow at 9', 'tomorow at 9', 'tomor[-r-]ow at 9'],
  ['Reply C to confirm', 'Reply to confirm', 'Reply [-C -]to confirm'],
  ['see you', 'see you soon', 'see you{+ soon+}'],
  ['balance due', 'balance  due', 'balance {+ +}due'],
  ['new office 🎉 by', 'new office ? by', 'new office [-🎉-]{+?+} by'],
  ['Dear Ann, hello', 'Dear Bob, hello', 'Dear [-Ann-]{+Bob+}, hello'],
  ['', 'x', '{+x+}'],
  ['x', '', '[-x-]'],
  ['', '', ''],
])('the difference between %j and %j is marked, and nothing else', (sent, arrived, expected) => {
  expect(written(diffTexts(sent, arrived))).toBe(expected);
});

test('the pieces always reproduce both texts, and never mark equal ones', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '\n', '🎉', 'é'), maxLength: 40 });
  fc.assert(
    fc.property(text, text, (sent, arrived) => {
      const pieces = diffTexts(sent, arrived);
      const without = (kind: Piece['kind']) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join('');
      expect(without('new')).toBe(sent);
      expect(without('gone')).toBe(arrived);
      expect(pieces.every((piece) => piece.text !== '')).toBe(true);
      if (sent === arrived) expect(pieces.every(({ kind }) => kind === 'same')).toBe(true);
    }),
  );
});

test('texts too long to compare word by word are marked as replaced between their common ends', () => {
  const long = (word: string) => `start ${`${word} `.repeat(2_000)}end`;
  expect(diffTexts(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['same', 'gone', 'new', 'same']);
});

test('what two changed words share is not marked, code point by code point', () => {
  expect(written(diffTexts('my résumé – naïve', 'my resume - naive'))).toBe(
    'my r[-é-]{+e+}sum[-é-]{+e+} [-–-]{+-+} na[-ï-]{+i+}ve',
  );
});

test('long texts with few differences are compared to their ends', () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
  const arrived = text.replace('word7 ', 'w0rd7 ').replace('word1500 ', '').replace('word2990', 'word299O');
  expect(diffTexts(text, arrived).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'gone', text: 'o' },
    { kind: 'new', text: '0' },
    { kind: 'gone', text: 'word1500 ' },
    { kind: 'gone', text: '0' },
    { kind: 'new', text: 'O' },
  ]);
});
