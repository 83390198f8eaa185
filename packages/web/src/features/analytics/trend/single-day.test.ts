/** Wording a trend of no day or one. */
import { expect, it } from 'vitest';
import { isTooShort, singleDayWords } from './single-day.tsx';

const MONTH = { '2026-11-24': null, '2026-11-25': null, '2026-11-26': 95 };

it('EVIDENCE-4 a trend of one day gives its rate, how many arrived, and what is missing', () => {
  expect(singleDayWords(MONTH, 133)).toEqual([
    'One day so far: 95% of messages with a known outcome arrived on Nov 26 (133 received).',
    'A trend needs two days.',
  ]);
  expect(singleDayWords(MONTH)[0]).toBe(
    'One day so far: 95% of messages with a known outcome arrived on Nov 26.',
  );
});

it('EVIDENCE-4 a filter of one day says that it must be widened', () => {
  expect(singleDayWords({ '2026-11-26': 0 }, 0)).toEqual([
    'One day in the filter: 0% of messages with a known outcome arrived on Nov 26 (0 received).',
    'A trend needs two days. Widen the dates of the filter.',
  ]);
  expect(singleDayWords({ '2026-11-26': null })[0]).toBe('No outcome is known on Nov 26.');
});

it('EVIDENCE-4 a trend without a day says for which days nothing is known', () => {
  const none = { '2026-11-25': null, '2026-11-26': null };
  expect(singleDayWords(none)).toEqual([
    'No outcome is known on any of these 2 days.',
    'A trend needs two days.',
  ]);
  expect(singleDayWords({})[0]).toBe('No outcome is known yet.');
});

it('EVIDENCE-4 two known days make a trend, even with a gap between them', () => {
  expect(isTooShort(MONTH)).toBe(true);
  expect(isTooShort({ '2026-11-24': 50, '2026-11-25': null, '2026-11-26': 95 })).toBe(false);
});
