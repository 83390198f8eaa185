import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthIndexOf, startOfMonth } from './utc-month.ts';

test('months match those of the calendar', () => {
  const years = { min: Date.UTC(1950, 0), max: Date.UTC(2200, 0) };
  fc.assert(
    fc.property(fc.integer(years), (at) => {
      const date = new Date(at);
      const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
      expect(monthIndexOf(at)).toBe(month);
      expect(startOfMonth(month)).toBe(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()));
      expect(monthIndexOf(startOfMonth(month))).toBe(month);
      expect(monthIndexOf(startOfMonth(month) - 1)).toBe(month - 1);
    }),
  );
});
