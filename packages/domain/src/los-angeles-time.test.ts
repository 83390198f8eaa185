import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { formatLosAngeles, losAngelesDate, losAngelesHour, parseTimestamp } from './los-angeles-time.ts';
import { soakTimes } from './testing/soak-times.ts';

const utc = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('writing an instant', () => {
  it('writes Los Angeles time with its offset and milliseconds', () => {
    expect(formatLosAngeles(utc('2026-11-21T18:00:00Z'))).toBe('2026-11-21T10:00:00.000-08:00');
    expect(formatLosAngeles(utc('2026-07-04T06:59:58.007Z'))).toBe('2026-07-03T23:59:58.007-07:00');
  });

  it('changes the offset at the hour of the change', () => {
    expect(formatLosAngeles(utc('2026-03-08T09:59:59.999Z'))).toBe('2026-03-08T01:59:59.999-08:00');
    expect(formatLosAngeles(utc('2026-03-08T10:00:00Z'))).toBe('2026-03-08T03:00:00.000-07:00');
    expect(formatLosAngeles(utc('2026-11-01T08:59:59.999Z'))).toBe('2026-11-01T01:59:59.999-07:00');
    expect(formatLosAngeles(utc('2026-11-01T09:00:00Z'))).toBe('2026-11-01T01:00:00.000-08:00');
  });

  it('agrees with Temporal at any instant, before 1970 too', () => {
    const instants = fc.integer({ min: utc('1884-01-01T00:00:00Z'), max: utc('2200-01-01T00:00:00Z') });
    fc.assert(
      fc.property(instants, (epochMs) => {
        const zoned =
          Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO('America/Los_Angeles');
        const expected = zoned.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
        expect(formatLosAngeles(epochMs)).toBe(expected);
        expect(losAngelesDate(epochMs)).toBe(expected.slice(0, 10));
        expect(losAngelesHour(epochMs)).toBe(expected.slice(11, 13));
        expect(parseTimestamp(expected)).toBe(epochMs);
      }),
      { numRuns: soakTimes(500) },
    );
  });

  it('truncates fractions of a millisecond', () => {
    expect(formatLosAngeles(utc('2026-11-21T18:00:00Z') + 0.9)).toBe('2026-11-21T10:00:00.000-08:00');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15, -1e15])('refuses %s', (epochMs) => {
    expect(() => formatLosAngeles(epochMs)).toThrow(RangeError);
  });
});

describe('reading a timestamp', () => {
  it.each([
    ['an offset', '2026-11-21T10:00:00.000-08:00', '2026-11-21T18:00:00Z'],
    ['another offset', '2026-11-21T19:00:00+01:00', '2026-11-21T18:00:00Z'],
    ['a Z', '2026-11-21T18:00:00.123Z', '2026-11-21T18:00:00.123Z'],
    ['wall time', '2026-11-21 10:00:00.123', '2026-11-21T18:00:00.123Z'],
    ['wall time without milliseconds', '2026-07-01 10:00:05', '2026-07-01T17:00:05Z'],
    ['wall time without seconds', '2026-07-01 10:00', '2026-07-01T17:00:00Z'],
    ['wall time as date fields write it', '2026-07-01T10:00', '2026-07-01T17:00:00Z'],
  ])('takes %s', (_form, text, instant) => {
    expect(parseTimestamp(text)).toBe(utc(instant));
  });

  it('REC-7 reads a time that spring skips with the earlier offset', () => {
    expect(parseTimestamp('2026-03-08 02:30:00.000')).toBe(utc('2026-03-08T10:30:00Z'));
    expect(formatLosAngeles(utc('2026-03-08T10:30:00Z'))).toBe('2026-03-08T03:30:00.000-07:00');
  });

  it('REC-7 reads a time that autumn repeats as the first', () => {
    expect(parseTimestamp('2026-11-01 01:30')).toBe(utc('2026-11-01T08:30:00Z'));
  });

  it.each([
    '',
    'tomorrow',
    '2026-11-21',
    '10:00',
    '2026-02-30 10:00',
    '2026-02-30T10:00:00Z',
    '2026-11-21 25:00',
    '2026-11-21 10:60',
    '2026-11-21T10:00:00+99:00',
    '0000-01-01 00:00',
    '21/11/2026 10:00',
    '2026-11-21 10:00 PST',
    '1795284000000',
  ])('refuses "%s"', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});
