/**
 * Starts what has fallen due: scheduled and recurring tests. One transaction takes tests under lock, makes the run of each
 * due instant and puts the next one in place (promise 2). The runs wait to begin like any other, and whoever made them begins
 * what waits before it takes more: an immediate test is never behind more than a batch of each worker.
 */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import {
  type AdvancedTest,
  advanceTests,
  beginWaitingRuns,
  type DueTestRow,
  findUnfinishedRuns,
  insertDueRuns,
  type NewRun,
  takeDueTests,
} from '@textprobe/database/schedules/due-tests';
import { findNextDue } from '@textprobe/database/schedules/schedules';
import type { Taken } from '@textprobe/database/set-aside/set-aside';
import { type DueDecision, decideDue, type Fate } from '@textprobe/domain/due-occurrences';
import { recurrenceRuleFromWire, type WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import { createDuty, type Duty } from '../kit/duty.ts';
import { isolateFailures } from '../kit/isolate-failures.ts';
import { transact } from '../kit/transact.ts';
import type { ExpansionDeps } from './create-messages.ts';
import { type BeginDeps, beginRuns } from './run-expander.ts';

interface Deps extends ExpansionDeps {
  readonly db: Database;
  readonly log: Log;
  /** How long a message may be silent before it counts as lost, in milliseconds. */
  readonly deadlineMs: number;
}

/** What one look brought. */
export interface StartedBatch {
  /** Runs that wait to begin. */
  readonly runIds: readonly number[];
  readonly testIds: readonly number[];
}

/** Tests taken at once: what a worker that dies here leaves to the others is little. */
const BATCH = 100;

/** Waiting runs looked at in one go: those whose predecessor is still open must not hide the others. */
const MOST_WAITING = 1_000;

/** Decides about up to a hundred due tests. @returns null when none was due, or others have them in hand */
export async function startDueBatch(
  deps: Deps,
  limit = BATCH,
  taken: Taken = async () => {},
): Promise<StartedBatch | null> {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const due = await takeDueTests(tx, { now, limit });
    if (due.length === 0) return null;
    await taken(tx, due);
    const decisions = await decideAll(deps, tx, due, now);
    const runs = decisions.flatMap(({ test, decision }) =>
      decision.occurrences.map(({ dueAt, fate }) => ({ testId: test.id, dueAt, status: STATUS_OF[fate] })),
    );
    const begun = await insertDueRuns(tx, runs, { deadlineMs: deps.deadlineMs, now });
    const begins = new Set(begun.map((run) => run.testId));
    await advanceTests(
      tx,
      decisions.map((decided) => advanced(decided, begins)),
      now,
    );
    return { runIds: begun.map((run) => run.id), testIds: due.map((test) => test.id) };
  });
}

/** The same for runs that waited for the one before them. */
export async function startWaitingBatch(deps: Deps): Promise<StartedBatch | null> {
  const runs = await transact(deps, (tx) =>
    beginWaitingRuns(tx, { now: deps.clock.now(), limit: MOST_WAITING }),
  );
  if (runs.length === 0) return null;
  return { runIds: runs.map((run) => run.id), testIds: runs.map((run) => run.testId) };
}

const STATUS_OF: Record<Fate, NewRun['status']> = {
  start: 'EXECUTING',
  wait: 'WAITING',
  missed: 'MISSED',
  skipped: 'SKIPPED',
};

interface Decided {
  readonly test: DueTestRow;
  readonly decision: DueDecision;
}

async function decideAll(
  deps: Deps,
  tx: Transaction,
  due: readonly DueTestRow[],
  now: number,
): Promise<Decided[]> {
  const unfinished = await findUnfinishedRuns(
    tx,
    due.map((test) => test.id),
  );
  const has = (test: DueTestRow, status: string) =>
    unfinished.some((run) => run.testId === test.id && run.status === status);
  return due.map((test) => {
    const state = { runOpen: has(test, 'EXECUTING'), runWaiting: has(test, 'WAITING') };
    return { test, decision: decide(deps, { ...test, ...state }, now) };
  });
}

/** A rule that cannot be read must not keep its neighbours waiting, batch after batch. */
function decide(deps: Deps, test: DueTestRow & { runOpen: boolean; runWaiting: boolean }, now: number) {
  try {
    const recurring = test.testType === 'RECURRING';
    const rule = recurring ? recurrenceRuleFromWire(test.recurrenceRule as WireRecurrenceRule) : null;
    return decideDue({ ...test, rule }, now);
  } catch (error) {
    deps.log.error({ err: error, testId: test.id }, 'a recurrence rule cannot be read: its test is stopped');
    return { occurrences: [], nextDue: null };
  }
}

function advanced({ test, decision }: Decided, begins: ReadonlySet<number>): AdvancedTest {
  const missed = test.testType === 'SCHEDULED' && decision.occurrences.some(({ fate }) => fate === 'missed');
  const status = begins.has(test.id) ? 'EXECUTING' : missed ? 'FAILED' : null;
  return { id: test.id, nextDue: decision.nextDue, status };
}

/** Another process may have made a test due sooner than any known here. */
const LOOK_EVERY_MS = 1_000;
/** Where what is due is in another worker's hands. */
const BUSY_PAUSE_MS = 50;

/** `onTests` hears of tests that have changed, after the commit. */
export function createDueTests(
  deps: Deps & BeginDeps & { readonly onTests: (testIds: readonly number[]) => void },
): Duty {
  async function work(
    next: (deps: Deps) => Promise<StartedBatch | null>,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      const batch = await next(deps);
      if (batch === null) return;
      deps.onTests(batch.testIds);
      await beginRuns(deps, signal);
    }
  }

  return createDuty({
    ...deps,
    name: 'starting tests that are due',
    everyMs: LOOK_EVERY_MS,
    async run(signal) {
      const startDueApart = () =>
        isolateFailures(deps, 'due test', BATCH, (limit, taken) => startDueBatch(deps, limit, taken));
      await work(startDueApart, signal);
      await work(startWaitingBatch, signal);
      const nextDue = await findNextDue(deps.db, deps.clock.now());
      if (nextDue === null) return LOOK_EVERY_MS;
      const wait = nextDue - deps.clock.now();
      return wait > 0 ? wait : BUSY_PAUSE_MS;
    },
  });
}
