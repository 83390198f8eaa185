/**
 * What becomes of a test that has fallen due: which of its occurrences is run, which are only noted, and what is due next.
 *
 * - An occurrence found at most five minutes after its instant is run, be it late.
 * - One found later is missed: nothing worked at the time. It is noted and sends nothing, so that no burst follows a
 *   stop, and no test goes out at an hour that nobody chose. This holds for a test scheduled once as well.
 * - One that falls due while the run before it is open is skipped, or waits where the test says so; while one waits, a
 *   further one is skipped.
 * - The next is counted from the occurrence, never from the clock: a clock set back repeats nothing (REC-7).
 */
import { occurrencesAfter } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** How late an occurrence may be found and is still run, in milliseconds. */
export const LATE_LIMIT_MS = 5 * 60_000;
/** So many occurrences are decided in one go; of a stop of years the rest follows in the next. */
const MOST_AT_ONCE = 400;

/** A test whose next due instant has come. */
export interface DueTest {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** Null: it is scheduled once. */
  readonly rule: RecurrenceRule | null;
  readonly overlap: 'skip' | 'wait';
  /** Whether a run of it has begun and not ended. */
  readonly runOpen: boolean;
  readonly runWaiting: boolean;
}

export type Fate = 'start' | 'wait' | 'missed' | 'skipped';

export interface DueDecision {
  /** In order; at most one of them starts or waits. */
  readonly occurrences: readonly { readonly dueAt: number; readonly fate: Fate }[];
  /** Epoch milliseconds, in the past where more is to be decided; null: none is left. */
  readonly nextDue: number | null;
}

/** @param now epoch milliseconds */
export function decideDue(test: DueTest, now: number): DueDecision {
  const occurrences = [{ dueAt: test.dueAt, fate: fateOf(test.dueAt, test, now) }];
  if (test.rule === null) return { occurrences, nextDue: null };
  for (const { dueAt } of occurrencesAfter(test.rule, test.dueAt)) {
    if (dueAt > now || occurrences.length === MOST_AT_ONCE) return { occurrences, nextDue: dueAt };
    occurrences.push({ dueAt, fate: fateOf(dueAt, test, now) });
  }
  return { occurrences, nextDue: null };
}

function fateOf(dueAt: number, test: DueTest, now: number): Fate {
  if (now - dueAt > LATE_LIMIT_MS) return 'missed';
  if (!test.runOpen && !test.runWaiting) return 'start';
  return test.overlap === 'wait' && !test.runWaiting ? 'wait' : 'skipped';
}
