/**
 * Starts scheduled and recurring tests that are due. One transaction locks tests, inserts a run for each due instant
 * and stores the next due instant (promise 2). These runs queue like any other, and the process that inserted them
 * starts what is queued before it takes more: an immediate test waits for at most one batch of each worker.
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
import { MISSED_BY_LIMIT, NOT_RUN_REASONS } from '@textprobe/domain/run-status';
import { createDuty, type Duty } from '../kit/duty.ts';
import { isolateFailures } from '../kit/isolate-failures.ts';
import { transact } from '../kit/transact.ts';
import type { ExpansionDeps } from './create-messages.ts';
import { type BeginDeps, beginRuns } from './run-expander.ts';

interface Deps extends ExpansionDeps {
  readonly db: Database;
  readonly log: Log;
  /** How long a message may stay unconfirmed before it counts as lost, in milliseconds. */
  readonly deadlineMs: number;
}

/** Result of one pass. */
export interface StartedBatch {
  /** Runs that are queued to start. */
  readonly runIds: readonly number[];
  readonly testIds: readonly number[];
}

/** Tests per transaction; small, so that a worker that dies here leaves little work to the others. */
const BATCH = 100;

/** Waiting runs checked per pass: those whose predecessor is still open must not hide the rest. */
const MAX_WAITING = 1_000;

/**
 * Handles up to a hundred due tests.
 * @returns null if none was due, or other workers have locked them
 */
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
    const { begun, overLimit } = await insertDueRuns(tx, runs, { deadlineMs: deps.deadlineMs, now });
    const started = { starting: testIdsOf(begun), overLimit: testIdsOf(overLimit) };
    await advanceTests(
      tx,
      decisions.map((decided) => advanced(decided, started)),
      now,
    );
    return { runIds: begun.map((run) => run.id), testIds: due.map((test) => test.id) };
  });
}

/** Starts waiting runs whose predecessor has ended, or misses them if a daily limit is reached. */
export async function startWaitingBatch(deps: Deps): Promise<StartedBatch | null> {
  const { begun, overLimit } = await transact(deps, (tx) =>
    beginWaitingRuns(tx, { now: deps.clock.now(), limit: MAX_WAITING }),
  );
  const changed = [...begun, ...overLimit];
  if (changed.length === 0) return null;
  return { runIds: begun.map((run) => run.id), testIds: changed.map((run) => run.testId) };
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

/** An unreadable rule must not block the other tests batch after batch. */
function decide(deps: Deps, test: DueTestRow & { runOpen: boolean; runWaiting: boolean }, now: number) {
  try {
    const recurring = test.testType === 'RECURRING';
    const rule = recurring ? recurrenceRuleFromWire(test.recurrenceRule as WireRecurrenceRule) : null;
    return decideDue({ ...test, rule }, now);
  } catch (error) {
    deps.log.error({ err: error, testId: test.id }, 'a recurrence rule is invalid; its test was stopped');
    return { occurrences: [], nextDue: null };
  }
}

interface Started {
  readonly starting: ReadonlySet<number>;
  readonly overLimit: ReadonlySet<number>;
}

function advanced({ test, decision }: Decided, { starting, overLimit }: Started): AdvancedTest {
  const { id } = test;
  const { nextDue } = decision;
  if (starting.has(id)) return { id, nextDue, status: 'EXECUTING', reason: null };
  const isLate = decision.occurrences.some(({ fate }) => fate === 'missed');
  const reason = overLimit.has(id) ? MISSED_BY_LIMIT : isLate ? NOT_RUN_REASONS.MISSED : null;
  if (test.testType !== 'SCHEDULED' || reason === null) return { id, nextDue, status: null, reason: null };
  return { id, nextDue, status: 'FAILED', reason };
}

function testIdsOf(runs: readonly { readonly testId: number }[]): ReadonlySet<number> {
  return new Set(runs.map(({ testId }) => testId));
}

/** Another process may have created a test that is due sooner. */
const POLL_MS = 1_000;
/** Pause while other workers hold what is due. */
const BUSY_PAUSE_MS = 50;

/** `onTests` receives the changed tests after each commit. */
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
    name: 'starting due tests',
    everyMs: POLL_MS,
    async run(signal) {
      const startDue = () =>
        isolateFailures(deps, 'due test', BATCH, (limit, taken) => startDueBatch(deps, limit, taken));
      await work(startDue, signal);
      await work(startWaitingBatch, signal);
      const nextDue = await findNextDue(deps.db, deps.clock.now());
      if (nextDue === null) return POLL_MS;
      const wait = nextDue - deps.clock.now();
      return wait > 0 ? wait : BUSY_PAUSE_MS;
    },
  });
}
