/** Tables of rates and counts. */
import { expect, it } from 'vitest';
import { countRows, dayName, monthName, rateRows, ratesInWords } from './figure-table.tsx';

const rates = { '2026-11-19': 80, '2026-11-20': null, '2026-11-21': 92.5 };

it('keeps the order, and shows a gap as unknown', () => {
  expect(rateRows(rates, dayName)).toEqual([
    { key: '2026-11-19', name: 'Nov 19', value: '80%', bar: 80 },
    { key: '2026-11-20', name: 'Nov 20', value: '–', bar: null },
    { key: '2026-11-21', name: 'Nov 21', value: '92.5%', bar: 92.5 },
  ]);
  expect(rateRows(undefined, dayName)).toEqual([]);
});

it('gives the most frequent the longest bar', () => {
  const counts = [
    ['SMS', 4_000],
    ['MMS', 1_000],
    ['RCS', 0],
  ] as const;
  expect(countRows(counts, (type) => `${type}s`)).toEqual([
    { key: 'SMS', name: 'SMSs', value: '4,000', bar: 100 },
    { key: 'MMS', name: 'MMSs', value: '1,000', bar: 25 },
    { key: 'RCS', name: 'RCSs', value: '0', bar: 0 },
  ]);
});

it('describes the chart in words', () => {
  expect(ratesInWords(rates, dayName)).toBe('2 known, lowest 80% (Nov 19), highest 92.5% (Nov 21)');
  expect(ratesInWords({ '2026-11-20': null }, dayName)).toBe('No Data');
  expect(ratesInWords(undefined, dayName)).toBe('No Data');
});

it('names days and months', () => {
  expect([dayName('2026-01-05'), monthName('2026-12')]).toEqual(['Jan 5', 'Dec 2026']);
});
