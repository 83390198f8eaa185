/** The recurring options of a draft, how one clears another, and the rule they make (REC-1 to 5). */
import type { RecurrenceRule } from '@textprobe/contract/schedules';
import { type Frequency, WEEKDAYS, type Weekday } from '@textprobe/domain/recurrence-rule';

export interface RecurrenceDraft {
  /** As typed; may be empty. */
  readonly interval: string;
  readonly frequency: Frequency;
  /** 1 to 5; null until one is chosen, which means the first. */
  readonly weekOfMonth: number | null;
  readonly daysOfWeek: readonly Weekday[];
  readonly daysOfMonth: readonly number[];
  /** `2026-11-21`, in Los Angeles; empty: today. */
  readonly startDate: string;
  /** `10:30`, in Los Angeles. */
  readonly time: string;
  /** Inclusive; empty: no end. */
  readonly endDate: string;
}

/** Default of Create Test: every day at ten, starting today. */
export const FIRST_RECURRENCE: RecurrenceDraft = {
  interval: '1',
  frequency: 'days',
  weekOfMonth: null,
  daysOfWeek: [],
  daysOfMonth: [],
  startDate: '',
  time: '10:00',
  endDate: '',
};

/** A whole number of at least 1; anything else becomes 1 (REC-1). */
export function readInterval(text: string): number {
  const interval = Math.floor(Number(text));
  return Number.isFinite(interval) && interval >= 1 ? interval : 1;
}

/** Days have neither weekdays nor days of the month, weeks no days of the month (REC-2). */
export function withFrequency(recurrence: RecurrenceDraft, frequency: Frequency): RecurrenceDraft {
  return {
    ...recurrence,
    frequency,
    daysOfWeek: frequency === 'days' ? [] : recurrence.daysOfWeek,
    daysOfMonth: frequency === 'months' ? recurrence.daysOfMonth : [],
  };
}

/** Choosing days of the month clears the weekdays (REC-3). */
export function withDaysOfMonth(
  recurrence: RecurrenceDraft,
  daysOfMonth: readonly number[],
): RecurrenceDraft {
  const daysOfWeek = daysOfMonth.length > 0 ? [] : recurrence.daysOfWeek;
  return { ...recurrence, daysOfMonth, daysOfWeek };
}

/** Which options apply and are therefore shown (REC-3). */
export function shownOptions({ frequency, daysOfMonth }: RecurrenceDraft) {
  const byWeekday = frequency === 'months' && daysOfMonth.length === 0;
  return {
    weekOfMonth: byWeekday,
    daysOfWeek: byWeekday || frequency === 'weeks',
    daysOfMonth: frequency === 'months',
  };
}

/** The rule in the payload (REC-4): what is shown, and nothing that is empty. */
export function toWireRule(recurrence: RecurrenceDraft): RecurrenceRule {
  const { frequency, weekOfMonth, daysOfWeek, daysOfMonth, startDate, time, endDate } = recurrence;
  const shown = shownOptions(recurrence);
  return {
    interval: readInterval(recurrence.interval),
    frequency,
    ...(startDate !== '' && { start_date: startDate }),
    ...(time !== '' && { time }),
    ...(endDate !== '' && { end_date: endDate }),
    ...(shown.daysOfWeek &&
      daysOfWeek.length > 0 && { days_of_week: WEEKDAYS.filter((day) => daysOfWeek.includes(day)) }),
    ...(shown.daysOfMonth &&
      daysOfMonth.length > 0 && { days_of_month: daysOfMonth.toSorted((one, other) => one - other) }),
    // Sent even if it has no effect now, so that a round trip loses nothing (REC-5).
    ...(weekOfMonth !== null && { week_of_month: weekOfMonth }),
  };
}

/** The options for a rule. */
export function fromWireRule(rule: RecurrenceRule): RecurrenceDraft {
  return {
    interval: String(rule.interval ?? 1),
    frequency: rule.frequency ?? 'days',
    weekOfMonth: rule.week_of_month ?? null,
    daysOfWeek: rule.days_of_week ?? [],
    daysOfMonth: rule.days_of_month ?? [],
    startDate: rule.start_date ?? '',
    time: rule.time ?? '',
    endDate: rule.end_date ?? '',
  };
}
