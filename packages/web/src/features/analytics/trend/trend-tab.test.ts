/** The text shown instead of a trend with fewer than two days. */
import { expect, it } from 'vitest';
import { isTooShort, singleDayWords } from './trend-tab.tsx';

const THREE_DAYS = { '2026-11-24': null, '2026-11-25': null, '2026-11-26': 95 };

it('EVIDENCE-4 a trend of one day gives its rate, how many arrived, and what is missing', () => {
  expect(singleDayWords(THREE_DAYS, 133)).toEqual([
    'One day so far: 95% of messages with a known outcome arrived on Nov 26 (133 received).',
    'A trend needs two days.',
  ]);
  expect(singleDayWords(THREE_DAYS)[0]).toBe(
    'One day so far: 95% of messages with a known outcome arrived on Nov 26.',
  );
});

it('EVIDENCE-4 a one-day filter suggests a wider date range', () => {
  expect(singleDayWords({ '2026-11-26': 0 }, 0)).toEqual([
    'One day in the filter: 0% of messages with a known outcome arrived on Nov 26 (0 received).',
    'A trend needs two days. Widen the date range.',
  ]);
  expect(singleDayWords({ '2026-11-26': null })[0]).toBe('No outcome is known for Nov 26.');
});

it('EVIDENCE-4 a trend without a known day names the days', () => {
  const none = { '2026-11-25': null, '2026-11-26': null };
  expect(singleDayWords(none)).toEqual([
    'No outcome is known for any of these 2 days.',
    'A trend needs two days.',
  ]);
  expect(singleDayWords({})[0]).toBe('No outcome is known yet.');
});

it('EVIDENCE-4 two known days make a trend, even with a gap between them', () => {
  expect(isTooShort(THREE_DAYS)).toBe(true);
  expect(isTooShort({ '2026-11-24': 50, '2026-11-25': null, '2026-11-26': 95 })).toBe(false);
});
