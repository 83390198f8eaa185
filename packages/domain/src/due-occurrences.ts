/**
 * Decides what happens to a due test: which occurrences run, which are only recorded, and what is due next.
 *
 * - An occurrence found at most five minutes after its instant runs, if late.
 * - A later one is missed: no worker was running at the time. It is recorded and sends nothing, so that downtime is not
 *   followed by a burst, and no test runs at an hour that no one chose. This applies to tests scheduled once as well.
 * - The caller counts runs against daily limits; an occurrence that exceeds one is missed (ACCT-11).
 * - An occurrence that falls due while the previous run is open is skipped, or waits if so configured; while one waits,
 *   further ones are skipped.
 * - The next occurrence is computed from the last one, never from the clock: a clock set back repeats nothing (REC-7).
 */
import { occurrencesAfter } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** How late an occurrence may be found and still run, in milliseconds. */
export const LATE_LIMIT_MS = 5 * 60_000;
/** Occurrences decided per call; after years of downtime the rest follows in further calls. */
const MAX_AT_ONCE = 400;

/** A test whose next due instant has come. */
export interface DueTest {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  /** Null for a test scheduled once. */
  readonly rule: RecurrenceRule | null;
  readonly overlap: 'skip' | 'wait';
  /** Whether one of its runs has started and not ended. */
  readonly runOpen: boolean;
  readonly runWaiting: boolean;
}

export type Fate = 'start' | 'wait' | 'missed' | 'skipped';

export interface DueDecision {
  /** In order; at most one of them starts or waits. */
  readonly occurrences: readonly { readonly dueAt: number; readonly fate: Fate }[];
  /** Epoch milliseconds, in the past if more are to be decided; null: none is left. */
  readonly nextDue: number | null;
}

/** @param now epoch milliseconds */
export function decideDue(test: DueTest, now: number): DueDecision {
  const occurrences = [{ dueAt: test.dueAt, fate: fateOf(test.dueAt, test, now) }];
  if (test.rule === null) return { occurrences, nextDue: null };
  for (const { dueAt } of occurrencesAfter(test.rule, test.dueAt)) {
    if (dueAt > now || occurrences.length === MAX_AT_ONCE) return { occurrences, nextDue: dueAt };
    occurrences.push({ dueAt, fate: fateOf(dueAt, test, now) });
  }
  return { occurrences, nextDue: null };
}

function fateOf(dueAt: number, test: DueTest, now: number): Fate {
  if (now - dueAt > LATE_LIMIT_MS) return 'missed';
  if (!test.runOpen && !test.runWaiting) return 'start';
  return test.overlap === 'wait' && !test.runWaiting ? 'wait' : 'skipped';
}
