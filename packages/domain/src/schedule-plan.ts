/** When a test that was just made or changed is to run (CREATE-16, REC-7, UPDATE-8). */
import { nextOccurrence } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** Instants in epoch milliseconds. */
export interface TestSchedule {
  readonly testType: 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING';
  /** Of a test scheduled once; it delays no other. */
  readonly scheduledAt: number | null;
  /** Of a recurring test. */
  readonly rule: RecurrenceRule | null;
}

export interface SchedulePlan {
  readonly runsAtOnce: boolean;
  /** The first due instant to come; null: none. */
  readonly nextDue: number | null;
  /** A sentence for people where it is not as they asked; else null. */
  readonly note: string | null;
}

const PAST_NOTE = 'The scheduled time has passed already: the test runs at once.';

/** Occurrences of a recurring test that lie before now never were: it begins with the next. */
export function planSchedule({ testType, scheduledAt, rule }: TestSchedule, now: number): SchedulePlan {
  if (testType === 'RECURRING' && rule !== null) {
    return { runsAtOnce: false, nextDue: nextOccurrence(rule, now)?.dueAt ?? null, note: null };
  }
  if (testType === 'SCHEDULED' && scheduledAt !== null) {
    if (scheduledAt > now) return { runsAtOnce: false, nextDue: scheduledAt, note: null };
    return { runsAtOnce: true, nextDue: null, note: PAST_NOTE };
  }
  return { runsAtOnce: true, nextDue: null, note: null };
}
