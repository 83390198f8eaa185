import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { civilDate, dayNumber, daysInMonth, formatDate, parseDate, weekdayOf } from './civil-date.ts';
import { soakTimes } from './testing/soak-times.ts';

test('a day number agrees with Temporal on date, weekday and length of month, from the year 0 to 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_528, max: 2_932_896 }), (number) => {
      const date = Temporal.PlainDate.from('1970-01-01').add({ days: number });
      const { year, month, day } = date;
      expect(civilDate(number)).toEqual({ year, month, day });
      expect(dayNumber({ year, month, day })).toBe(number);
      expect(weekdayOf(number)).toBe(date.dayOfWeek % 7);
      expect(daysInMonth(year, month)).toBe(date.daysInMonth);
      expect(formatDate(number)).toBe(date.toString());
      expect(parseDate(formatDate(number))).toBe(number);
    }),
    { numRuns: soakTimes(2_000) },
  );
});

test.each(['2027-02-29', '2026-13-01', '2026-00-10', '2026-11-00', '2026-11-31', '26-11-21', '2026-1-1', ''])(
  '%j is not a date',
  (text) => {
    expect(parseDate(text)).toBeNull();
  },
);
