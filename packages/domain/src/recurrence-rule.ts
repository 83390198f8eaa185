/** The rule of a recurring test, and its wire and database format (REC-4). */
export const FREQUENCIES = ['days', 'weeks', 'months'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In week order, starting with Sunday. */
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

/** Maximum interval, of days, weeks or months. */
export const INTERVAL_LIMIT = 999;
/** Maximum week of a month. */
export const WEEK_OF_MONTH_LIMIT = 5;

/** A validated rule. Dates are `yyyy-MM-dd`, the time is `HH:MM`, both in Los Angeles. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly startDate: string;
  readonly time: string;
  /** Inclusive; null if the rule has no end. */
  readonly endDate: string | null;
  /** Each once, in week order; always empty with `daysOfMonth`. */
  readonly daysOfWeek: readonly Weekday[];
  /** Each once, ascending. */
  readonly daysOfMonth: readonly number[];
  /** Which of the chosen weekdays of a month, 1 to 5; stored, without effect, for other frequencies. */
  readonly weekOfMonth: number | null;
}

/** The rule in wire format: fields without a value are omitted. */
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

/** The rule as in responses and in the database: parsing it again gives the same rule (REC-5). */
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

/** Inverse of {@link recurrenceRuleToWire}, for rules that were validated before they were stored. */
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
