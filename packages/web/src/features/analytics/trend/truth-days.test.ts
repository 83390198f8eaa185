import { expect, test } from 'vitest';
import { daysOfCarrier, floorOf, gapWords, trailOf } from './truth-days.ts';

const truth = (claimedRate: number | null, seenRate: number | null, judged = 100) => ({
  judged,
  claimed: 0,
  seen: 0,
  claimedRate,
  seenRate,
});

test('EVIDENCE-4 the gap is in points, negative if handsets saw more than carriers claimed', () => {
  expect(gapWords(truth(99, 95))).toBe('4 points');
  expect(gapWords(truth(90.1, 91.1))).toBe('−1 point');
  expect(gapWords(truth(null, null))).toBe('–');
});

test('EVIDENCE-4 the days of a carrier are spaced by date, with 100% at the top', () => {
  const days = daysOfCarrier(
    {
      '2026-11-01': { Verizon: truth(100, 50), 'AT&T': truth(1, 1) },
      '2026-11-02': { 'AT&T': truth(1, 1) },
      '2026-11-05': { Verizon: truth(0, 100) },
    },
    'Verizon',
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-05']);
  expect(trailOf(days, 'claimedRate', 104, 54)).toBe('2,2 102,52');
  expect(trailOf(days, 'seenRate', 104, 54)).toBe('2,27 102,2');
  const good = days.map((one) => ({ ...one, claimedRate: 99, seenRate: 95 }));
  expect(floorOf(good)).toBe(90);
  expect(trailOf(good, 'seenRate', 104, 54)).toBe('2,27 102,27');
});
