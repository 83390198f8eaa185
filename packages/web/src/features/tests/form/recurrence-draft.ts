/** The recurring options as they are being chosen, how one choice clears another, and the rule they say (REC-1 to 5). */
import type { RecurrenceRule } from '@textprobe/contract/schedules';
import { type Frequency, WEEKDAYS, type Weekday } from '@textprobe/domain/recurrence-rule';

export interface RecurrenceDraft {
  /** As typed: it may be empty for a moment. */
  readonly interval: string;
  readonly frequency: Frequency;
  /** 1 to 5; null as long as nobody has chosen one, which means the first. */
  readonly weekOfMonth: number | null;
  readonly daysOfWeek: readonly Weekday[];
  readonly daysOfMonth: readonly number[];
  /** `2026-11-21`, in Los Angeles; empty: today. */
  readonly startDate: string;
  /** `10:30`, in Los Angeles. */
  readonly time: string;
  /** Included; empty: it goes on. */
  readonly endDate: string;
}

/** Where Create Test begins: every day at ten, from today on. */
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

/** A whole number from 1 on; anything else falls back to 1 (REC-1). */
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

/** Days of the month clear the weekdays (REC-3). */
export function withDaysOfMonth(
  recurrence: RecurrenceDraft,
  daysOfMonth: readonly number[],
): RecurrenceDraft {
  const daysOfWeek = daysOfMonth.length > 0 ? [] : recurrence.daysOfWeek;
  return { ...recurrence, daysOfMonth, daysOfWeek };
}

/** Which of the options have a meaning, and so are shown (REC-3). */
export function shownOptions({ frequency, daysOfMonth }: RecurrenceDraft) {
  const byWeekday = frequency === 'months' && daysOfMonth.length === 0;
  return {
    weekOfMonth: byWeekday,
    daysOfWeek: byWeekday || frequency === 'weeks',
    daysOfMonth: frequency === 'months',
  };
}

/** The rule on the wire (REC-4): what is shown, and nothing that is empty. */
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
    // Kept where it has no effect just now, so that a round trip loses nothing (REC-5).
    ...(weekOfMonth !== null && { week_of_month: weekOfMonth }),
  };
}

/** The options that say this rule. */
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
