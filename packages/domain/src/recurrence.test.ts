/** Recurrence rules compared with calendars written by hand. */
import { describe, expect, test, vi } from 'vitest';
import * as civilDates from './civil-date.ts';
import { formatLosAngeles } from './los-angeles-time.ts';
import { neverOccurs, nextOccurrence, nextOccurrences, occurrencesOf } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

vi.mock('./civil-date.ts', { spy: true });

function rule(given: Partial<RecurrenceRule>): RecurrenceRule {
  return {
    frequency: 'days',
    interval: 1,
    startDate: '2026-11-21',
    time: '10:30',
    endDate: null,
    daysOfWeek: [],
    daysOfMonth: [],
    weekOfMonth: null,
    ...given,
  };
}

/** `2026-11-21 10:30 -08:00` for each, at most 40. */
function calendar(given: Partial<RecurrenceRule>, count = 40): string[] {
  const found: string[] = [];
  for (const { dueAt } of occurrencesOf(rule(given))) {
    if (found.length === count) break;
    const text = formatLosAngeles(dueAt);
    found.push(`${text.slice(0, 10)} ${text.slice(11, 16)} ${text.slice(-6)}`);
  }
  return found;
}
const dates = (given: Partial<RecurrenceRule>, count = 40) =>
  calendar(given, count).map((line) => line.slice(0, 10));

describe('days', () => {
  test('REC-4 every third day from the start date, across the end of a month and of a year', () => {
    expect(dates({ interval: 3, startDate: '2026-12-27' }, 4)).toEqual([
      '2026-12-27',
      '2026-12-30',
      '2027-01-02',
      '2027-01-05',
    ]);
  });

  test('REC-7 the end date is inclusive', () => {
    expect(dates({ endDate: '2026-11-23' })).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
    expect(dates({ endDate: '2026-11-21' })).toEqual(['2026-11-21']);
  });
});

describe('clocks going forward', () => {
  test.each([
    ['2026', '2026-03-07', '2026-03-08', '2026-03-09'],
    ['2027', '2027-03-13', '2027-03-14', '2027-03-15'],
  ])('REC-7 a time skipped in %s runs later, with the offset before the gap', (_year, before, day, after) => {
    const given = { startDate: before, endDate: after };
    expect(calendar({ ...given, time: '02:30' })).toEqual([
      `${before} 02:30 -08:00`,
      `${day} 03:30 -07:00`,
      `${after} 02:30 -07:00`,
    ]);
    expect(calendar({ ...given, time: '02:00' })[1]).toBe(`${day} 03:00 -07:00`);
    expect(calendar({ ...given, time: '01:59' })[1]).toBe(`${day} 01:59 -08:00`);
    expect(calendar({ ...given, time: '03:00' })[1]).toBe(`${day} 03:00 -07:00`);
  });

  test('REC-6 an occurrence shows that it was moved, and from which time', () => {
    const [first, second] = nextOccurrences(rule({ startDate: '2027-03-13', time: '02:30' }), 0, 2);
    expect(first).toMatchObject({ date: '2027-03-13', movedFrom: null, repeated: false });
    expect(second).toMatchObject({ date: '2027-03-14', movedFrom: '02:30', repeated: false });
  });
});

describe('clocks going back', () => {
  test.each([
    ['2026', '2026-10-31', '2026-11-01', '2026-11-02'],
    ['2027', '2027-11-06', '2027-11-07', '2027-11-08'],
  ])('REC-7 a time that occurs twice in %s runs once, the first time', (_year, before, day, after) => {
    const given = { startDate: before, endDate: after };
    expect(calendar({ ...given, time: '01:30' })).toEqual([
      `${before} 01:30 -07:00`,
      `${day} 01:30 -07:00`,
      `${after} 01:30 -08:00`,
    ]);
    expect(calendar({ ...given, time: '00:59' })[1]).toBe(`${day} 00:59 -07:00`);
    expect(calendar({ ...given, time: '02:00' })[1]).toBe(`${day} 02:00 -08:00`);
    const [, twice] = nextOccurrences(rule({ ...given, time: '01:30' }), 0, 2);
    expect(twice).toMatchObject({ movedFrom: null, repeated: true });
  });
});

describe('weeks', () => {
  test('REC-4 every two weeks on Monday and Wednesday keeps its hour across the spring change', () => {
    const given = { frequency: 'weeks', interval: 2, daysOfWeek: ['MONDAY', 'WEDNESDAY'] } as const;
    expect(calendar({ ...given, startDate: '2027-03-01', endDate: '2027-03-31' })).toEqual([
      '2027-03-01 10:30 -08:00',
      '2027-03-03 10:30 -08:00',
      '2027-03-15 10:30 -07:00',
      '2027-03-17 10:30 -07:00',
      '2027-03-29 10:30 -07:00',
      '2027-03-31 10:30 -07:00',
    ]);
  });

  test('REC-4 every two weeks on Monday and Wednesday keeps its hour across the autumn change', () => {
    const given = { frequency: 'weeks', interval: 2, daysOfWeek: ['MONDAY', 'WEDNESDAY'] } as const;
    expect(calendar({ ...given, startDate: '2026-10-21', endDate: '2026-11-18' })).toEqual([
      // The start date's week began on Sunday the 18th; its Monday is before the start.
      '2026-10-21 10:30 -07:00',
      '2026-11-02 10:30 -08:00',
      '2026-11-04 10:30 -08:00',
      '2026-11-16 10:30 -08:00',
      '2026-11-18 10:30 -08:00',
    ]);
  });

  test("REC-4 weeks are counted from the Sunday of the start date's week", () => {
    // Saturday the 21st is in the week of Sunday the 15th, so the next one two weeks later begins on the 29th.
    const given = { frequency: 'weeks', interval: 2, startDate: '2026-11-21' } as const;
    expect(dates({ ...given, daysOfWeek: ['SUNDAY'] }, 2)).toEqual(['2026-11-29', '2026-12-13']);
    expect(dates({ ...given, daysOfWeek: ['SATURDAY'] }, 2)).toEqual(['2026-11-21', '2026-12-05']);
  });

  test('REC-4 weeks without days use the weekday of the start date', () => {
    expect(dates({ frequency: 'weeks', startDate: '2026-11-19' }, 3)).toEqual([
      '2026-11-19',
      '2026-11-26',
      '2026-12-03',
    ]);
  });
});

describe('months', () => {
  test('REC-7 a month without the 29th, 30th or 31st is skipped, never clamped', () => {
    const given = { frequency: 'months', startDate: '2027-01-01', endDate: '2027-05-31' } as const;
    expect(dates({ ...given, daysOfMonth: [31] })).toEqual(['2027-01-31', '2027-03-31', '2027-05-31']);
    expect(dates({ ...given, daysOfMonth: [30] })).toEqual([
      '2027-01-30',
      '2027-03-30',
      '2027-04-30',
      '2027-05-30',
    ]);
    expect(dates({ ...given, daysOfMonth: [29] })).toEqual([
      '2027-01-29',
      '2027-03-29',
      '2027-04-29',
      '2027-05-29',
    ]);
    expect(dates({ ...given, startDate: '2028-02-01', endDate: '2028-03-31', daysOfMonth: [29] })).toEqual([
      '2028-02-29',
      '2028-03-29',
    ]);
  });

  test('REC-4 several days of a month come in order', () => {
    expect(dates({ frequency: 'months', startDate: '2027-01-15', daysOfMonth: [1, 15, 31] }, 5)).toEqual([
      '2027-01-15',
      '2027-01-31',
      '2027-02-01',
      '2027-02-15',
      '2027-03-01',
    ]);
  });

  test('REC-4 months without days use the day of the start date, if the month has it', () => {
    expect(dates({ frequency: 'months', interval: 2, startDate: '2026-12-31' }, 3)).toEqual([
      '2026-12-31',
      '2027-08-31',
      '2027-10-31',
    ]);
  });

  test('REC-4 the week of the month defaults to the first', () => {
    const given = { frequency: 'months', startDate: '2027-01-01', daysOfWeek: ['MONDAY'] } as const;
    expect(dates(given, 2)).toEqual(['2027-01-04', '2027-02-01']);
  });

  test('REC-4 the second Monday and Wednesday come in date order', () => {
    const given = { frequency: 'months', weekOfMonth: 2, daysOfWeek: ['MONDAY', 'WEDNESDAY'] } as const;
    expect(dates({ ...given, startDate: '2027-09-01' }, 4)).toEqual([
      // September 2027 starts on a Wednesday: its second one, the 8th, is earlier than the second Monday.
      '2027-09-08',
      '2027-09-13',
      '2027-10-11',
      '2027-10-13',
    ]);
  });

  test('REC-7 a month without a fifth such weekday is skipped', () => {
    const given = { frequency: 'months', weekOfMonth: 5, daysOfWeek: ['SUNDAY'] } as const;
    expect(dates({ ...given, startDate: '2026-11-01' }, 4)).toEqual([
      '2026-11-29',
      '2027-01-31',
      '2027-05-30',
      '2027-08-29',
    ]);
  });

  test("REC-4 every third month counts from the start date's month, even if its day has passed there", () => {
    expect(dates({ frequency: 'months', interval: 3, startDate: '2026-11-21', daysOfMonth: [5] }, 2)).toEqual(
      ['2027-02-05', '2027-05-05'],
    );
  });
});

describe('rules that never occur', () => {
  const impossible = { frequency: 'months', interval: 12, startDate: '2027-02-01' } as const;

  test('REC-7 the 30th and 31st of every February never occur, which one calendar cycle shows', () => {
    const asked = vi.mocked(civilDates.daysInMonth).mockClear();
    expect(neverOccurs(rule({ ...impossible, daysOfMonth: [30, 31] }))).toBe(true);
    // 400 Februaries, after which the calendar repeats; none is converted to an instant.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(400);
    expect(nextOccurrence(rule({ ...impossible, daysOfMonth: [30, 31] }), 0)).toBeNull();
  });

  test('REC-7 the 29th of every February does occur, rarely', () => {
    expect(dates({ ...impossible, daysOfMonth: [29] }, 2)).toEqual(['2028-02-29', '2032-02-29']);
    expect(dates({ ...impossible, startDate: '2097-02-01', daysOfMonth: [29] }, 1)).toEqual(['2104-02-29']);
  });

  test('REC-7 an end before the first date leaves none', () => {
    expect(neverOccurs(rule({ frequency: 'weeks', daysOfWeek: ['FRIDAY'], endDate: '2026-11-26' }))).toBe(
      true,
    );
    expect(neverOccurs(rule({ frequency: 'weeks', daysOfWeek: ['FRIDAY'], endDate: '2026-11-27' }))).toBe(
      false,
    );
  });
});

describe('next occurrences', () => {
  test('an occurrence at that very instant is not after it', () => {
    const daily = rule({});
    const first = nextOccurrence(daily, 0);
    expect(nextOccurrence(daily, (first?.dueAt ?? 0) - 1)).toEqual(first);
    expect(nextOccurrence(daily, first?.dueAt ?? 0)?.date).toBe('2026-11-22');
  });

  test('a start long ago costs nothing extra', () => {
    const asked = vi.mocked(civilDates.formatDate).mockClear();
    const now = Date.parse('2026-11-21T20:00:00Z');
    expect(nextOccurrence(rule({ interval: 7, startDate: '1970-01-01' }), now)?.date).toBe('2026-11-26');
    expect(asked.mock.calls.length).toBeLessThanOrEqual(3);
  });

  test('the last day of the calendar ends every rule', () => {
    expect(dates({ startDate: '9999-12-29', time: '23:59' })).toEqual(['9999-12-29', '9999-12-30']);
  });
});
