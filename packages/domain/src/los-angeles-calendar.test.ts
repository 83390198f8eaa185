import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  listDays,
  listMonths,
  losAngelesDayStart,
} from './los-angeles-calendar.ts';
import { formatLosAngeles } from './los-angeles-time.ts';

const HOUR_MS = 3_600_000;

test('every day from 1900 on starts at midnight in Los Angeles, on a full hour of UTC', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), (offset) => {
      const date = addDays('1900-01-01', offset);
      const start = losAngelesDayStart(date);
      expect(formatLosAngeles(start ?? 0).slice(0, 23)).toBe(`${date}T00:00:00.000`);
      expect(Number(start) / HOUR_MS).toSatisfy(Number.isInteger);
    }),
  );
});

test('days are counted across ends of months and clock changes', () => {
  expect(listDays('2026-02-27', '2026-03-02')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  const length = (date: string) =>
    Number(losAngelesDayStart(addDays(date, 1))) - Number(losAngelesDayStart(date));
  expect([length('2026-03-08'), length('2026-11-01')]).toEqual([23 * HOUR_MS, 25 * HOUR_MS]);
  expect(daysBetween('2024-01-01', '2024-12-31')).toBe(366);
  expect(listDays('2026-03-02', '2026-03-01')).toEqual([]);
});

test('months are counted across ends of years', () => {
  expect(addMonths('2026-01', -5)).toBe('2025-08');
  expect(listMonths('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(listMonths('2026-02', '2026-01')).toEqual([]);
});

test('an invalid date has no start', () => {
  expect(losAngelesDayStart('2026-02-30')).toBeNull();
});
