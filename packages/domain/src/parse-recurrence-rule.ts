/**
 * Validates the rule of a recurring test in wire format and fills in its defaults (REC-4). Unsupported parts are
 * rejected by name instead of ignored, so that no one waits for a run that was never planned.
 */
import { losAngelesDate } from './los-angeles-time.ts';
import { neverOccurs, nextOccurrence } from './recurrence.ts';
import { createRuleReader, type RuleError } from './recurrence-fields.ts';
import {
  FREQUENCIES,
  type Frequency,
  INTERVAL_LIMIT,
  type RecurrenceRule,
  WEEK_OF_MONTH_LIMIT,
  WEEKDAYS,
  type Weekday,
} from './recurrence-rule.ts';

export type ParsedRule =
  | { readonly ok: true; readonly rule: RecurrenceRule }
  | { readonly ok: false; readonly errors: readonly RuleError[] };

/**
 * Parses a rule in wire format. Null and empty text count as missing; a missing start date is today in Los Angeles.
 * @param now epoch milliseconds; a rule without any occurrence after it is rejected
 */
export function parseRecurrenceRule(wire: unknown, now: number): ParsedRule {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) {
    return {
      ok: false,
      errors: [{ field: '', code: 'invalid_type', message: 'Send the rule as an object.' }],
    };
  }
  const reader = createRuleReader(wire as Record<string, unknown>);
  const rule: RecurrenceRule = {
    frequency: reader.choice('frequency', FREQUENCIES) ?? 'days',
    interval: reader.whole('interval', INTERVAL_LIMIT) ?? 1,
    startDate: reader.date('start_date') ?? losAngelesDate(now),
    time: reader.time('time') ?? '00:00',
    endDate: reader.date('end_date'),
    daysOfWeek: reader
      .list('days_of_week', (one): one is Weekday => WEEKDAYS.includes(one as Weekday), 'SUNDAY to SATURDAY')
      .sort((a, b) => WEEKDAYS.indexOf(a) - WEEKDAYS.indexOf(b)),
    daysOfMonth: reader.list('days_of_month', isDayOfMonth, '1 to 31').sort((a, b) => a - b),
    weekOfMonth: reader.whole('week_of_month', WEEK_OF_MONTH_LIMIT),
  };
  reader.refuseUnknown();
  const errors = reader.errors.length > 0 ? reader.errors : contradictions(rule, now);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, rule };
}

/** Well-formed rules that contradict themselves. */
function contradictions(rule: RecurrenceRule, now: number): RuleError[] {
  const { frequency, daysOfWeek, daysOfMonth, startDate, endDate } = rule;
  if (daysOfMonth.length > 0 && daysOfWeek.length > 0) {
    return [
      {
        field: 'days_of_month',
        code: 'recurrence.two-ways',
        message: 'Choose either days of the month or days of the week, not both.',
      },
    ];
  }
  if (daysOfMonth.length > 0 && frequency !== 'months') return [unused('days_of_month', frequency)];
  if (daysOfWeek.length > 0 && frequency === 'days') return [unused('days_of_week', frequency)];
  if (endDate !== null && endDate < startDate) {
    return [
      {
        field: 'end_date',
        code: 'recurrence.never',
        message: 'Choose an end date that is not before the start date.',
      },
    ];
  }
  if (neverOccurs(rule)) {
    const message = 'No date fits this rule, so it would never run. Choose other days, or a later end date.';
    return [{ field: '', code: 'recurrence.never', message }];
  }
  if (nextOccurrence(rule, now) === null) {
    const message = 'Choose a later end date: the last date of this rule has passed.';
    return [{ field: 'end_date', code: 'recurrence.over', message }];
  }
  return [];
}

function unused(field: string, frequency: Frequency): RuleError {
  return {
    field,
    code: 'recurrence.unused',
    message: `Remove this field: it has no meaning with ${frequency}.`,
  };
}

function isDayOfMonth(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 31;
}
