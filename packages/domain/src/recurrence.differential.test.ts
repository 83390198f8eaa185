/**
 * Random rules compared with rrule-temporal, an independent implementation of RFC 5545. Our own rules (REC-4, REC-7)
 * differ in two points, which the tests at the end show:
 * - a time that spring skips runs later that day; RFC 5545 skips it;
 * - a rule whose very first date is such a day keeps its time on all other days; RFC 5545 moves the start itself.
 */
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { expect, test } from 'vitest';
import { formatDate } from './civil-date.ts';
import { formatLosAngeles } from './los-angeles-time.ts';
import { nextOccurrences, occurrencesOf } from './recurrence.ts';
import { type RecurrenceRule, WEEKDAYS } from './recurrence-rule.ts';
import { soakTimes } from './testing/soak-times.ts';

const FIRST_DAY = 20_400; // 2025-11-08
const COUNT = 8;

const days = fc.integer({ min: 0, max: 1_500 });
const minutes = fc.oneof(
  fc.integer({ min: 0, max: 24 * 60 - 1 }),
  // Around both clock changes.
  fc.integer({ min: 60, max: 180 }),
);
const randomRule = fc
  .record({
    frequency: fc.constantFrom('days', 'weeks', 'months' as const),
    interval: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 })),
    start: days,
    minute: minutes,
    length: fc.option(fc.integer({ min: 0, max: 900 }), { freq: 2 }),
    daysOfWeek: fc.subarray([...WEEKDAYS]),
    daysOfMonth: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { maxLength: 5 }),
    weekOfMonth: fc.integer({ min: 1, max: 5 }),
    byWeekday: fc.boolean(),
  })
  .map((given): RecurrenceRule => {
    const { frequency, interval, start, minute, length } = given;
    const byWeekday = frequency === 'weeks' || (frequency === 'months' && given.byWeekday);
    const byDay = frequency === 'months' && !given.byWeekday;
    return {
      frequency: frequency as RecurrenceRule['frequency'],
      interval,
      startDate: formatDate(FIRST_DAY + start),
      time: `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`,
      endDate: length === null ? null : formatDate(FIRST_DAY + start + length),
      daysOfWeek: byWeekday ? given.daysOfWeek : [],
      daysOfMonth: byDay ? given.daysOfMonth.toSorted((a, b) => a - b) : [],
      weekOfMonth: byWeekday ? given.weekOfMonth : null,
    };
  });

test('REC-4, REC-7 two thousand random rules occur exactly when rrule-temporal says', () => {
  fc.assert(
    fc.property(randomRule, (rule) => {
      fc.pre(!startsInGap(rule));
      expect(firstOccurrences(rule)).toEqual(theirs(rule));
    }),
    { numRuns: soakTimes(2_000) },
  );
}, 60_000);

test('REC-4 the occurrences after any instant are the later ones of the complete list', () => {
  fc.assert(
    fc.property(randomRule, fc.integer({ min: -30, max: 1_000 }), (rule, daysOn) => {
      const after = (FIRST_DAY + 750 + daysOn) * 86_400_000;
      const later: number[] = [];
      for (const { dueAt } of occurrencesOf(rule)) {
        if (dueAt > after) later.push(dueAt);
        if (later.length === 3) break;
      }
      expect(nextOccurrences(rule, after, 3).map(({ dueAt }) => dueAt)).toEqual(later);
    }),
    { numRuns: soakTimes(300) },
  );
});

const daily = (startDate: string): RecurrenceRule => ({
  frequency: 'days',
  interval: 1,
  startDate,
  time: '02:30',
  endDate: '2027-03-15',
  daysOfWeek: [],
  daysOfMonth: [],
  weekOfMonth: null,
});
const walls = (instants: readonly number[]) => instants.map((at) => formatLosAngeles(at).slice(5, 16));

test('REC-7 a time that spring skips runs later that day, whereas RFC 5545 skips it', () => {
  const rule = daily('2027-03-13');
  expect(walls(nextOccurrences(rule, 0, 9).map(({ dueAt }) => dueAt))).toEqual([
    '03-13T02:30',
    '03-14T03:30',
    '03-15T02:30',
  ]);
  expect(walls(theirs(rule))).toEqual(['03-13T02:30', '03-15T02:30']);
});

test('REC-7 a rule that starts on that day keeps its time on all others, whereas RFC 5545 moves the start', () => {
  const rule = daily('2027-03-14');
  expect(walls(nextOccurrences(rule, 0, 9).map(({ dueAt }) => dueAt))).toEqual([
    '03-14T03:30',
    '03-15T02:30',
  ]);
  expect(walls(theirs(rule))).toEqual(['03-14T03:30', '03-15T03:30']);
});

/** The first occurrences, without those moved by a clock change. */
function firstOccurrences(rule: RecurrenceRule): number[] {
  const found: number[] = [];
  for (const { dueAt, movedFrom } of occurrencesOf(rule)) {
    if (found.length === COUNT) break;
    if (movedFrom === null) found.push(dueAt);
  }
  return found;
}

function theirs(rule: RecurrenceRule): number[] {
  const start = `${rule.startDate}T${rule.time}:00`.replaceAll(/[-:]/g, '');
  const parts = [`INTERVAL=${rule.interval}`, 'WKST=SU', ...theirParts(rule)];
  const rruleString = `DTSTART;TZID=America/Los_Angeles:${start}\nRRULE:${parts.join(';')}`;
  const end = rule.endDate === null ? null : Date.parse(`${rule.endDate}T00:00:00Z`) + 32 * 3_600_000;
  return theirFirst(rruleString)
    .filter(
      (at) =>
        end === null || (at.epochMilliseconds < end && at.toPlainDate().toString() <= String(rule.endDate)),
    )
    .map((at) => at.epochMilliseconds);
}

/**
 * For a rule that never occurs, such as the 31st of every twelfth month from June on, rrule-temporal searches until it
 * gives up.
 */
function theirFirst(rruleString: string) {
  const found: ReturnType<RRuleTemporal['all']> = [];
  try {
    new RRuleTemporal({ rruleString, maxIterations: 200_000 }).all((at, index) => {
      if (index < COUNT) found.push(at);
      return index < COUNT;
    });
  } catch (error) {
    if (found.length > 0 || !String(error).includes('Maximum iterations')) throw error;
  }
  return found;
}

function theirParts({
  frequency,
  daysOfWeek,
  daysOfMonth,
  weekOfMonth,
  startDate,
}: RecurrenceRule): string[] {
  const names = daysOfWeek.map((name) => name.slice(0, 2));
  if (frequency === 'days') return ['FREQ=DAILY'];
  if (frequency === 'weeks')
    return ['FREQ=WEEKLY', ...(names.length > 0 ? [`BYDAY=${names.join(',')}`] : [])];
  if (names.length > 0)
    return ['FREQ=MONTHLY', `BYDAY=${names.map((name) => `${weekOfMonth}${name}`).join(',')}`];
  const chosen = daysOfMonth.length > 0 ? daysOfMonth : [Number(startDate.slice(8))];
  return ['FREQ=MONTHLY', `BYMONTHDAY=${chosen.join(',')}`];
}

/** Whether spring skips the first wall time. */
function startsInGap({ startDate, time }: RecurrenceRule): boolean {
  return (
    ['2026-03-08', '2027-03-14', '2028-03-12', '2029-03-11'].includes(startDate) && time.startsWith('02:')
  );
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
