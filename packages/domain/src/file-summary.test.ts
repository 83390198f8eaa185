import { expect, test } from 'vitest';
import { summarizeFiles } from './file-summary.ts';

const arrived = (...outcomes: string[]) => outcomes.map((outcome) => ({ comparison: { outcome } }));

test('nothing is said about files that arrived unchanged, have not been compared, or do not exist', () => {
  expect(summarizeFiles({ media: arrived('identical', 'identical'), missingMedia: [] })).toBeNull();
  expect(summarizeFiles({ media: [{ comparison: null }] })).toBeNull();
  expect(summarizeFiles({})).toBeNull();
  expect(summarizeFiles(null)).toBeNull();
});

test('missing files come first, then changed ones', () => {
  expect(summarizeFiles({ media: [], missingMedia: ['a', 'b'] })).toBe('2 files missing');
  expect(summarizeFiles({ media: arrived('transcoded') })).toBe('1 file recoded');
  expect(
    summarizeFiles({
      media: arrived('damaged', 'transcoded', 'transcoded', 'identical', 'unexpected'),
      missingMedia: ['a'],
    }),
  ).toBe('1 file missing, 1 damaged, 2 recoded, 1 not sent by us');
});
