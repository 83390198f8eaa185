import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInstant } from './timestamps.ts';

test.each([
  ['1970-01-01 00:00:00+00', 0],
  ['2026-11-21 10:00:00+00', Date.UTC(2026, 10, 21, 10)],
  ['2026-11-21 10:00:00.5+00', Date.UTC(2026, 10, 21, 10, 0, 0, 500)],
  ['2026-11-21 10:00:00.123456+00', Date.UTC(2026, 10, 21, 10, 0, 0, 123)],
  ['2026-11-21 10:00:00.999999+00', Date.UTC(2026, 10, 21, 10, 0, 0, 999)],
  ['2026-11-21 02:00:00-08', Date.UTC(2026, 10, 21, 10)],
  ['2026-11-21 15:30:00+05:30', Date.UTC(2026, 10, 21, 10)],
  ['1883-11-18 12:07:02-07:52:58', Date.UTC(1883, 10, 18, 20)],
  ['2000-02-29 23:59:59+00', Date.UTC(2000, 1, 29, 23, 59, 59)],
  ['12026-01-01 00:00:00+00', Date.UTC(12026, 0, 1)],
  ['0001-01-01 00:00:00+00 BC', new Date('0000-01-01T00:00:00Z').getTime()],
  ['infinity', Infinity],
  ['-infinity', -Infinity],
])('reads %s', (text, instant) => {
  expect(parseInstant(text)).toBe(instant);
});

test('reads every instant of the calendar as JavaScript does', () => {
  const instants = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (date) => {
      const text = date.toISOString().replace('T', ' ').replace('Z', '+00');
      expect(parseInstant(text)).toBe(date.getTime());
    }),
  );
});
