/**
 * Computes the occurrences of a recurrence rule, independent of any clock and of the machine's time zone.
 *
 * Counting (REC-4):
 * - `days`: the start date and every interval-th day after it.
 * - `weeks`: the chosen weekdays of every interval-th week, counted from the Sunday of the start date's week; without
 *   chosen weekdays, the start date's weekday. Days before the start date do not count.
 * - `months`: every interval-th month, counted from the start date's; in it the chosen days, or else the chosen weekdays
 *   in the chosen week of the month (the 2nd Monday, counted from the month's first day), or else the start date's day.
 *
 * Time (REC-7):
 * - wall-clock time in America/Los_Angeles on each date;
 * - a time that spring skips is later by the size of the jump (02:30 → 03:30 PDT);
 * - a time that autumn repeats occurs once, the first time;
 * - a month without that day, or without a fifth such weekday, is skipped, never clamped;
 * - the end date is inclusive; there is at most one occurrence per day, in ascending order.
 */
import { civilDate, dayNumber, daysInMonth, formatDate, parseDate, weekdayOf } from './civil-date.ts';
import { losAngelesDate } from './los-angeles-time.ts';
import { resolveWallTime } from './los-angeles-wall-time.ts';
import { type RecurrenceRule, WEEKDAYS } from './recurrence-rule.ts';

/** One due instant of a rule. */
export interface Occurrence {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** The date in Los Angeles: `2027-03-14`. */
  readonly date: string;
  /** The rule's wall time if spring skips it that day: `02:30`; otherwise null. */
  readonly movedFrom: string | null;
  /** Whether the clock shows this time twice that day, in autumn: this is the first. */
  readonly repeated: boolean;
}

/** After this many months the calendar repeats, including weekdays: what has not occurred by then never does. */
const CALENDAR_MONTHS = 4_800;
/** The last whole day in Los Angeles whose instants can be formatted. */
const LAST_DAY = dayNumber({ year: 9999, month: 12, day: 30 });

/** Every occurrence from the start date, endless if the rule has no end. */
export function* occurrencesOf(rule: RecurrenceRule): Generator<Occurrence, void> {
  for (const day of daysOf(rule, startOf(rule))) yield occurrenceOn(rule, day);
}

/** Every occurrence after an instant (epoch milliseconds, exclusive). The cost does not depend on how long ago the start is. */
export function* occurrencesAfter(rule: RecurrenceRule, afterMs: number): Generator<Occurrence, void> {
  const from = Math.max(startOf(rule), dayOf(losAngelesDate(afterMs)));
  for (const day of daysOf(rule, from)) {
    const occurrence = occurrenceOn(rule, day);
    if (occurrence.dueAt > afterMs) yield occurrence;
  }
}

/** The first `count` of them; fewer if there are no more. */
export function nextOccurrences(rule: RecurrenceRule, afterMs: number, count: number): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesAfter(rule, afterMs)) {
    if (found.length >= count) break;
    found.push(occurrence);
  }
  return found;
}

/** The first occurrence after an instant (epoch milliseconds, exclusive); null if none is left. */
export function nextOccurrence(rule: RecurrenceRule, afterMs: number): Occurrence | null {
  return occurrencesAfter(rule, afterMs).next().value ?? null;
}

/** Whether the rule has no date at all: the 30th of every February, or an end before the first. */
export function neverOccurs(rule: RecurrenceRule): boolean {
  return daysOf(rule, startOf(rule)).next().done === true;
}

function occurrenceOn(rule: RecurrenceRule, day: number): Occurrence {
  const date = formatDate(day);
  const { at, exists, repeated } = resolveWallTime(date, rule.time);
  return { dueAt: at, date, movedFrom: exists ? null : rule.time, repeated };
}

function startOf(rule: RecurrenceRule): number {
  return dayOf(rule.startDate);
}

function dayOf(date: string): number {
  const day = parseDate(date);
  if (day === null) throw new RangeError(`not a date: ${date}`);
  return day;
}

/** The days of the rule from `from` (not before the start date) to its end, in order. */
function* daysOf(rule: RecurrenceRule, from: number): Generator<number, void> {
  const last = Math.min(rule.endDate === null ? LAST_DAY : dayOf(rule.endDate), LAST_DAY);
  const days =
    rule.frequency === 'days'
      ? everyDays(rule, from)
      : rule.frequency === 'weeks'
        ? everyWeeks(rule, from)
        : everyMonths(rule, from, last);
  for (const day of days) {
    if (day > last) return;
    if (day >= from) yield day;
  }
}

function* everyDays(rule: RecurrenceRule, from: number): Generator<number, void> {
  const start = startOf(rule);
  const skipped = Math.ceil((from - start) / rule.interval);
  for (let day = start + skipped * rule.interval; ; day += rule.interval) yield day;
}

function* everyWeeks(rule: RecurrenceRule, from: number): Generator<number, void> {
  const start = startOf(rule);
  const firstSunday = start - weekdayOf(start);
  const step = rule.interval * 7;
  const weekdays = chosenWeekdays(rule);
  if (weekdays.length === 0) weekdays.push(weekdayOf(start));
  const skipped = Math.floor((from - firstSunday) / step);
  for (let sunday = firstSunday + skipped * step; ; sunday += step) {
    for (const weekday of weekdays) yield sunday + weekday;
  }
}

function* everyMonths(rule: RecurrenceRule, from: number, last: number): Generator<number, void> {
  const firstMonth = monthIndex(startOf(rule));
  const cycle = CALENDAR_MONTHS / greatestCommonDivisor(CALENDAR_MONTHS, rule.interval);
  const skipped = Math.floor((monthIndex(from) - firstMonth) / rule.interval);
  const end = monthIndex(last);
  let empty = 0;
  for (
    let index = firstMonth + skipped * rule.interval;
    index <= end && empty < cycle;
    index += rule.interval
  ) {
    const days = daysWithinMonth(rule, Math.floor(index / 12), (index % 12) + 1);
    empty = days.length === 0 ? empty + 1 : 0;
    yield* days;
  }
}

/** The rule's days in one month, in order; none if the month lacks them. */
function daysWithinMonth(rule: RecurrenceRule, year: number, month: number): number[] {
  const first = dayNumber({ year, month, day: 1 });
  const length = daysInMonth(year, month);
  return daysOfMonth(rule, weekdayOf(first))
    .filter((day) => day <= length)
    .sort((a, b) => a - b)
    .map((day) => first + day - 1);
}

/** The rule's days of a month that starts on this weekday; some may be past its end. */
function daysOfMonth(rule: RecurrenceRule, firstWeekday: number): number[] {
  if (rule.daysOfMonth.length > 0) return [...rule.daysOfMonth];
  if (rule.daysOfWeek.length === 0) return [civilDate(startOf(rule)).day];
  const weeksBefore = (rule.weekOfMonth ?? 1) - 1;
  return chosenWeekdays(rule).map((weekday) => 1 + ((weekday - firstWeekday + 7) % 7) + weeksBefore * 7);
}

function chosenWeekdays(rule: RecurrenceRule): number[] {
  return rule.daysOfWeek.map((name) => WEEKDAYS.indexOf(name)).sort((a, b) => a - b);
}

function monthIndex(day: number): number {
  const { year, month } = civilDate(day);
  return year * 12 + month - 1;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
