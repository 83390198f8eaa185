import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRecurrenceRule } from './parse-recurrence-rule.ts';
import { FREQUENCIES, recurrenceRuleFromWire, recurrenceRuleToWire, WEEKDAYS } from './recurrence-rule.ts';
import { soakTimes } from './testing/soak-times.ts';

/** 2026-11-21 21:30 in Los Angeles: in UTC it is the 22nd. */
const NOW = Date.parse('2026-11-22T05:30:00Z');
const DAILY = { frequency: 'days', time: '10:30' };

function parse(wire: unknown) {
  const parsed = parseRecurrenceRule(wire, NOW);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.rule;
}

function faults(wire: unknown): string[] {
  const parsed = parseRecurrenceRule(wire, NOW);
  return parsed.ok ? [] : parsed.errors.map(({ field, code }) => `${field} ${code}`);
}

describe('defaults', () => {
  test('REC-4 a missing interval is 1, a missing start date is today in Los Angeles, a missing end date is none', () => {
    expect(parse(DAILY)).toEqual({
      frequency: 'days',
      interval: 1,
      startDate: '2026-11-21',
      time: '10:30',
      endDate: null,
      daysOfWeek: [],
      daysOfMonth: [],
      weekOfMonth: null,
    });
  });

  test('REC-4 null, empty text and empty lists count as missing', () => {
    const empty = { interval: null, start_date: '', end_date: '', days_of_week: [], days_of_month: null };
    expect(parse({ ...DAILY, ...empty, week_of_month: null })).toEqual(parse(DAILY));
  });
});

describe('refusals', () => {
  test('REC-4 a missing time is rejected, and so is a missing frequency', () => {
    expect(faults({ frequency: 'days' })).toEqual(['time required']);
    expect(faults({})).toEqual(['frequency required', 'time required']);
  });

  test('REC-4 days of the month together with days of the week are rejected', () => {
    const both = { ...DAILY, days_of_month: [15], days_of_week: ['MONDAY'] };
    expect(faults({ ...both, frequency: 'months' })).toEqual(['days_of_month recurrence.two-ways']);
    expect(faults({ ...both, frequency: 'weeks' })).toEqual(['days_of_month recurrence.two-ways']);
  });

  test('REC-7 a rule that never occurs is rejected', () => {
    const februaries = { ...DAILY, frequency: 'months', interval: 12, start_date: '2027-02-01' };
    expect(faults({ ...februaries, days_of_month: [30, 31] })).toEqual([' recurrence.never']);
    expect(faults({ ...DAILY, start_date: '2027-01-02', end_date: '2027-01-01' })).toEqual([
      'end_date recurrence.never',
    ]);
  });

  test('REC-7 a rule whose last date has passed is rejected, one whose last date is still ahead is not', () => {
    const untilToday = { ...DAILY, start_date: '2026-11-01', end_date: '2026-11-21' };
    expect(faults({ ...untilToday, time: '21:30' })).toEqual(['end_date recurrence.over']);
    expect(faults({ ...untilToday, time: '21:31' })).toEqual([]);
  });

  test.each([
    ['a rule that is not an object', 'daily', [' invalid_type']],
    ['a list', [], [' invalid_type']],
    ['nothing', null, [' invalid_type']],
    ['an unknown frequency', { ...DAILY, frequency: 'DAYS' }, ['frequency invalid_value']],
    ['an interval of 0', { ...DAILY, interval: 0 }, ['interval too_small']],
    ['an interval that is not an integer', { ...DAILY, interval: 1.5 }, ['interval invalid_type']],
    ['an interval in quotes', { ...DAILY, interval: '2' }, ['interval invalid_type']],
    ['an interval of 1,000', { ...DAILY, interval: 1_000 }, ['interval too_big']],
    ['24 o’clock', { ...DAILY, time: '24:00' }, ['time invalid_format']],
    ['a time with seconds', { ...DAILY, time: '10:30:00' }, ['time invalid_format']],
    ['an invalid date', { ...DAILY, start_date: '2027-02-29' }, ['start_date invalid_format']],
    ['a date before 1970', { ...DAILY, start_date: '1969-12-31' }, ['start_date invalid_format']],
    ['a date with a time', { ...DAILY, end_date: '2027-01-01T00:00' }, ['end_date invalid_format']],
    ['a weekday in lower case', { ...DAILY, days_of_week: ['monday'] }, ['days_of_week invalid_value']],
    ['a 32nd day', { ...DAILY, days_of_month: [32] }, ['days_of_month invalid_value']],
    ['a sixth week', { ...DAILY, week_of_month: 6 }, ['week_of_month too_big']],
    ['an unknown field', { ...DAILY, daysOfWeek: [] }, ['daysOfWeek unrecognized_keys']],
    [
      'weekdays with the frequency days',
      { ...DAILY, days_of_week: ['MONDAY'] },
      ['days_of_week recurrence.unused'],
    ],
    [
      'days of the month with the frequency days',
      { ...DAILY, days_of_month: [1] },
      ['days_of_month recurrence.unused'],
    ],
    ['a key that every object has', { ...DAILY, constructor: 1 }, ['constructor unrecognized_keys']],
  ])('REC-4 %s is rejected by name', (_what, wire, expected) => {
    expect(faults(wire)).toEqual(expected);
  });

  test('REC-4 all errors are reported together', () => {
    expect(faults({ frequency: 'hours', interval: 0, time: 'noon', end_date: 'never' })).toEqual([
      'frequency invalid_value',
      'interval too_small',
      'time invalid_format',
      'end_date invalid_format',
    ]);
  });
});

test('REC-5 a round trip over the wire loses nothing, including week of month and days of month', () => {
  const wires = fc.record(
    {
      frequency: fc.constantFrom(...FREQUENCIES),
      interval: fc.integer({ min: 1, max: 999 }),
      start_date: fc.constantFrom('2026-11-21', '2027-02-28'),
      time: fc.constantFrom('00:00', '10:30', '23:59'),
      end_date: fc.constantFrom('2035-01-01'),
      days_of_week: fc.shuffledSubarray([...WEEKDAYS]),
      days_of_month: fc.uniqueArray(fc.integer({ min: 1, max: 31 })),
      week_of_month: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: ['frequency', 'time'] },
  );
  let taken = 0;
  fc.assert(
    fc.property(wires, (wire) => {
      const parsed = parseRecurrenceRule(wire, NOW);
      if (!parsed.ok) return;
      taken += 1;
      const again = JSON.parse(JSON.stringify(recurrenceRuleToWire(parsed.rule)));
      expect(recurrenceRuleFromWire(again)).toEqual(parsed.rule);
      expect(parseRecurrenceRule(again, NOW)).toEqual(parsed);
      const asSets = (given: object) =>
        Object.fromEntries(
          Object.entries(given)
            .filter(([, value]) => !Array.isArray(value) || value.length > 0)
            .map(([key, value]) => [key, Array.isArray(value) ? new Set<unknown>(value) : value]),
        );
      expect(asSets(again)).toMatchObject(asSets(wire));
    }),
    { numRuns: soakTimes(1_000) },
  );
  // Most random rules contradict themselves: about one in five is valid.
  expect(taken).toBeGreaterThan(100);
});
