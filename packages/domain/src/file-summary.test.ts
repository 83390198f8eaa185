import { expect, test } from 'vitest';
import type { FileOutcome } from './file-classes.ts';
import { alteredFileClauses, summarizeFiles } from './file-summary.ts';

const arrived = (...outcomes: FileOutcome[]) => outcomes.map((outcome) => ({ comparison: { outcome } }));

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

test('EVIDENCE-1 a clause says how many of the files sent are missing, damaged or of another kind', () => {
  expect(alteredFileClauses({ media: arrived('identical'), missingMedia: ['a'] })).toEqual([
    '1 of 2 files is missing',
  ]);
  expect(
    alteredFileClauses({
      media: arrived('damaged', 'damaged', 'other kind', 'transcoded', 'unexpected'),
      missingMedia: ['a'],
    }),
  ).toEqual([
    '1 of 5 files is missing',
    '2 of 5 files are damaged',
    '1 of 5 files is of another kind',
    '1 file arrived that was not sent',
  ]);
  expect(alteredFileClauses({ media: arrived('identical', 'transcoded', 'not-compared') })).toEqual([]);
  expect(alteredFileClauses(null)).toEqual([]);
});
