/** Compared with Temporal, an independent implementation of the same rules. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { parseTimestamp } from './los-angeles-time.ts';
import { resolveWallTime } from './los-angeles-wall-time.ts';
import { instantOfWall, losAngelesOffset, offsetByIntl, parseClockTime } from './los-angeles-zone.ts';
import { soakTimes } from './testing/soak-times.ts';

const ZONE = 'America/Los_Angeles';

function byTemporal(wall: Temporal.PlainDateTime) {
  const earlier = wall.toZonedDateTime(ZONE, { disambiguation: 'earlier' });
  const later = wall.toZonedDateTime(ZONE, { disambiguation: 'later' });
  const exists = earlier.toPlainDateTime().equals(wall);
  const [first, last] = [earlier.epochMilliseconds, later.epochMilliseconds];
  return { at: exists ? first : last, exists, repeated: exists && first !== last };
}

function expectAsTemporal(wall: Temporal.PlainDateTime): void {
  const expected = byTemporal(wall);
  const [date = '', time = ''] = wall.toString({ fractionalSecondDigits: 3 }).split('T');
  expect(resolveWallTime(date, time), `${date} ${time}`).toEqual(expected);
  expect(parseTimestamp(`${date} ${time}`)).toBe(expected.at);
}

test('REC-7 any wall time is the instant that Temporal finds', () => {
  const first = Temporal.PlainDateTime.from('1884-01-02T00:00');
  const minutes = fc.integer({ min: 0, max: 1_200 * 366 * 24 * 60 });
  fc.assert(
    fc.property(minutes, (after) => expectAsTemporal(first.add({ minutes: after }))),
    { numRuns: soakTimes(300) },
  );
});

test('REC-7 every quarter of an hour around a clock change is the instant that Temporal finds, in the war years too', () => {
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`1900-01-01T00:00[${ZONE}]`);
  let changes = 0;
  while (at !== null && at.year < 2040) {
    at = at.getTimeZoneTransition('next');
    if (at === null) break;
    // The minute that `losAngelesOffset` leaves out.
    if (at.year === 1948 && at.month === 3) continue;
    changes += 1;
    const wall = at.toPlainDateTime();
    for (let quarter = -20; quarter <= 20; quarter += 1)
      expectAsTemporal(wall.add({ minutes: 15 * quarter }));
  }
  expect(changes).toBeGreaterThan(150);
});

test('a browser without Temporal finds the same offset for every hour around a clock change', () => {
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`1900-01-01T00:00[${ZONE}]`);
  for (at = at.getTimeZoneTransition('next'); at !== null && at.year < 2040; ) {
    for (let hour = -3; hour <= 3; hour += 1) {
      const instant = Math.floor(at.epochMilliseconds / 3_600_000 + hour) * 3_600_000;
      expect(offsetByIntl(instant), at.toString()).toBe(losAngelesOffset(instant));
    }
    at = at.getTimeZoneTransition('next');
  }
});

test('a wall time has its parts in range; a leap second counts as the one before it', () => {
  expect(parseClockTime('23:59:59.1239')).toBe(86_399_123);
  expect(parseClockTime('10:00:60')).toBe(parseClockTime('10:00:59'));
  for (const text of ['24:00', '10:60', '10:00:61', '1:00', '10', '10:00:00.'])
    expect(parseClockTime(text)).toBeNull();
});

test('an instant is looked up by the milliseconds of its wall time', () => {
  expect(instantOfWall(Date.UTC(2026, 10, 21, 10))).toEqual({
    at: Date.UTC(2026, 10, 21, 18),
    exists: true,
    repeated: false,
  });
});
