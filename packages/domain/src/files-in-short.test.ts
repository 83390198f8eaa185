import { expect, test } from 'vitest';
import { filesInShort } from './files-in-short.ts';

const arrived = (...outcomes: string[]) => outcomes.map((outcome) => ({ comparison: { outcome } }));

test('nothing is said of files that arrived unchanged, that nobody has compared, or that there are none of', () => {
  expect(filesInShort({ media: arrived('identical', 'identical'), missingMedia: [] })).toBeNull();
  expect(filesInShort({ media: [{ comparison: null }] })).toBeNull();
  expect(filesInShort({})).toBeNull();
  expect(filesInShort(null)).toBeNull();
});

test('what went missing stands first, then what came otherwise', () => {
  expect(filesInShort({ media: [], missingMedia: ['a', 'b'] })).toBe('2 files missing');
  expect(filesInShort({ media: arrived('transcoded') })).toBe('1 file recoded');
  expect(
    filesInShort({
      media: arrived('damaged', 'transcoded', 'transcoded', 'identical', 'unexpected'),
      missingMedia: ['a'],
    }),
  ).toBe('1 file missing, 1 damaged, 2 recoded, 1 not sent by us');
});
