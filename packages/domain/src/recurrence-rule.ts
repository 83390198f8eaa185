/** The rule of a recurring test, and its form on the wire and in the database (REC-4). */

export const FREQUENCIES = ['days', 'weeks', 'months'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In the order of the week, which begins on Sunday. */
export const WEEKDAYS = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The largest interval, of days, weeks or months. */
export const INTERVAL_LIMIT = 999;
/** The last week of a month there can be. */
export const WEEK_OF_MONTH_LIMIT = 5;

/** A checked rule. Dates are `yyyy-MM-dd`, the time is `HH:MM`, both in Los Angeles. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly startDate: string;
  readonly time: string;
  /** Included; null: it goes on. */
  readonly endDate: string | null;
  /** Each once, in the order of the week; with `daysOfMonth` always empty. */
  readonly daysOfWeek: readonly Weekday[];
  /** Each once, ascending. */
  readonly daysOfMonth: readonly number[];
  /** Which of the chosen weekdays of a month, 1 to 5; kept, without effect, where the frequency does not ask for it. */
  readonly weekOfMonth: number | null;
}

/** The rule as it stands on the wire: every key that is given has its effect. */
export interface WireRecurrenceRule {
  readonly interval: number;
  readonly frequency: Frequency;
  readonly start_date: string;
  readonly time: string;
  readonly end_date?: string;
  readonly days_of_week?: readonly Weekday[];
  readonly days_of_month?: readonly number[];
  readonly week_of_month?: number;
}

/** The rule as answers and the database carry it: read again it is the same (REC-5). */
export function recurrenceRuleToWire(rule: RecurrenceRule): WireRecurrenceRule {
  return {
    interval: rule.interval,
    frequency: rule.frequency,
    start_date: rule.startDate,
    time: rule.time,
    ...(rule.endDate === null ? {} : { end_date: rule.endDate }),
    ...(rule.daysOfWeek.length === 0 ? {} : { days_of_week: rule.daysOfWeek }),
    ...(rule.daysOfMonth.length === 0 ? {} : { days_of_month: rule.daysOfMonth }),
    ...(rule.weekOfMonth === null ? {} : { week_of_month: rule.weekOfMonth }),
  };
}

/** The other way: from what {@link recurrenceRuleToWire} made, and was checked then. */
export function recurrenceRuleFromWire(wire: WireRecurrenceRule): RecurrenceRule {
  return {
    frequency: wire.frequency,
    interval: wire.interval,
    startDate: wire.start_date,
    time: wire.time,
    endDate: wire.end_date ?? null,
    daysOfWeek: wire.days_of_week ?? [],
    daysOfMonth: wire.days_of_month ?? [],
    weekOfMonth: wire.week_of_month ?? null,
  };
}
