/** Findings in tables and in a sentence. */
import { FILE_FINDINGS, type FileFinding } from '@textprobe/domain/file-classes';
import { FINDINGS } from '@textprobe/domain/finding';
import { expect, it } from 'vitest';
import { findingSummary, otherCounts, textCounts } from './count-cards.tsx';

const counts = (some: Partial<Record<(typeof FINDINGS)[number], number>>, senderChangedCount = 0) => ({
  findingCounts: {
    ...(Object.fromEntries(FINDINGS.map((one) => [one, 0])) as Record<(typeof FINDINGS)[number], number>),
    ...some,
  },
  fileFindingCounts: Object.fromEntries(FILE_FINDINGS.map((one) => [one, 0])) as Record<FileFinding, number>,
  senderChangedCount,
});

it('lists every finding about the text', () => {
  expect(textCounts(counts({ identical: 40, truncated: 10 }))).toEqual([
    ['identical', 40],
    ['equivalent', 0],
    ['cosmetic', 0],
    ['text added', 0],
    ['escaped', 0],
    ['re-encoded', 0],
    ['masked', 0],
    ['link rewritten', 0],
    ['part missing', 0],
    ['truncated', 10],
    ['joined wrongly', 0],
    ['altered', 0],
    ['text not told', 0],
  ]);
  expect(textCounts(undefined)).toEqual([]);
});

it('lists separately what is not about the text', () => {
  expect(otherCounts(counts({ 'handset offline': 3, 'not sent': 2 }, 6))).toEqual([
    ['sender changed', 6],
    ['handset offline', 3],
    ['not sent', 2],
  ]);
});

it('summarizes in a sentence how many texts were reported and how many arrived intact', () => {
  expect(
    findingSummary(
      counts({ identical: 1_080, equivalent: 10, cosmetic: 2, truncated: 5, masked: 3, 'text not told': 50 }),
    ),
  ).toBe('Of 1,100 reported texts, 1,092 (99.3%) arrived as sent or looking the same and 8 changed.');
  expect(findingSummary(counts({ 'text not told': 3 }))).toBe('No handset has reported its text.');
  expect(findingSummary(undefined)).toBe('No data');
});
