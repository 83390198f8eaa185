/** Decides when a new or changed test runs (CREATE-16, REC-7, UPDATE-8). */
import { nextOccurrence } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** Instants in epoch milliseconds. */
export interface TestSchedule {
  readonly testType: 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING';
  /** For a test scheduled once. */
  readonly scheduledAt: number | null;
  /** For a recurring test. */
  readonly rule: RecurrenceRule | null;
}

export interface SchedulePlan {
  readonly runsAtOnce: boolean;
  /** The next due instant; null if there is none. */
  readonly nextDue: number | null;
  /** A sentence for users if the schedule differs from the request; otherwise null. */
  readonly note: string | null;
}

const PAST_NOTE = 'The scheduled time has already passed: the test runs at once.';

/** Past occurrences of a recurring test do not count: it starts with the next one. */
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
