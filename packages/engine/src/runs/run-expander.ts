/**
 * Starts runs and continues large ones until all their messages exist. The run row is the queue entry: its commit
 * notifies a worker, and a dead worker's locks are released. Each run gets its first messages at once; large runs then
 * take turns, so that later runs do not wait for them.
 */
import type { Database } from '@textprobe/database/core/connection';
import { isDatabaseUnavailable } from '@textprobe/database/core/database-errors';
import type { Log } from '@textprobe/database/core/log';
import { endRunEarly, listUnfinishedRuns } from '@textprobe/database/runs/runs';
import { forgetFailures, noteFailed, type SetAsideDeps } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty } from '../kit/duty.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';
import type { ExpansionDeps } from './create-messages.ts';
import { beginNextRuns, type ExpandedChunk, expandNextChunk } from './expand-run.ts';

export interface BeginDeps extends ExpansionDeps {
  /** Called after each chunk's commit, when its messages are ready to be sent. */
  readonly onChunk: (chunk: ExpandedChunk) => void;
  readonly expander: Pick<RunExpander, 'resume'>;
  readonly metrics?: EngineMetrics;
}

/** A transaction takes about ten round trips; with ten runs in each, a burst of small runs waited for a minute. */
const BATCH = 50;
/** Fallback for a missed notification. */
const POLL_MS = 500;

/** Starts runs until all that are left are locked by other workers. Smaller batches isolate a failing run. */
export async function beginRuns(deps: BeginDeps, signal: AbortSignal): Promise<void> {
  let limit = BATCH;
  while (!signal.aborted) {
    let taken: readonly number[] = [];
    try {
      const { chunks, unfinished } = await beginNextRuns(deps, {
        limit,
        taken: (runIds) => (taken = runIds),
      });
      for (const chunk of chunks) deps.onChunk(chunk);
      deps.expander.resume(unfinished);
      // Another empty query would delay claiming these.
      if (chunks.length === 0 || (taken.length < limit && chunks.length === taken.length)) return;
    } catch (error) {
      const [first] = taken;
      if (first === undefined || isDatabaseUnavailable(error)) throw error;
      if (taken.length === 1) await endFailingRun(deps, first, error);
      limit = taken.length === 1 ? BATCH : Math.ceil(taken.length / 8);
    }
  }
}

export function createRunStarter(deps: BeginDeps): Duty {
  return createDuty({
    ...deps,
    name: 'starting runs',
    everyMs: POLL_MS,
    run: (signal) => beginRuns(deps, signal),
  });
}

export interface RunExpander extends Duty {
  /** Continues runs that this process started. */
  resume(runIds: readonly number[]): void;
}

/** Poll interval while idle; new work wakes it. */
const IDLE_MS = 60_000;
/** Pause before a failed run is retried. */
const PAUSE_MS = 2_000;

/** Continues this process's large runs that are not complete yet, one chunk each in turn. */
export function createRunExpander(deps: Omit<BeginDeps, 'expander'>): RunExpander {
  const begun = new Set<number>();

  const duty = createDuty({
    ...deps,
    name: 'expanding runs',
    everyMs: IDLE_MS,
    async run(signal) {
      // One chunk each, including runs added during the loop.
      for (const runId of begun) {
        if (signal.aborted) return;
        if (!(await makeNext(runId))) begun.delete(runId);
      }
      return begun.size > 0 ? 0 : IDLE_MS;
    },
  });

  /** Whether the run has more messages to create. */
  async function makeNext(runId: number): Promise<boolean> {
    try {
      const expansion = await expandNextChunk(deps, runId);
      for (const chunk of expansion.chunks) deps.onChunk(chunk);
      return expansion.unfinished.length > 0;
    } catch (error) {
      await endFailingRun(deps, runId, error);
      return false;
    }
  }

  return {
    ...duty,
    resume(runIds) {
      if (runIds.length === 0) return;
      for (const runId of runIds) begun.add(runId);
      duty.wake();
    },
  };
}

/** Tries a run three times; then ends it with the messages it has, and logs that. */
async function endFailingRun(deps: SetAsideDeps, runId: number, error: unknown): Promise<void> {
  if (!(await noteFailed(deps, { kind: 'run', item: runId, error, pauseMs: PAUSE_MS }))) return;
  await transact(deps, async (tx) => {
    await endRunEarly(tx, runId);
    await forgetFailures(tx, 'run', [runId]);
  });
}

const SWEEP_MS = 2_000;
/** An incomplete run this old may have lost its worker; helping a live one does no harm. */
const ORPHANED_AFTER_MS = 3_000;

/** Finds started runs that are incomplete and hands them to this process's run expander. */
export function createOrphanedRunSweep(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly expander: Pick<RunExpander, 'resume'>;
  readonly leader: Leadership;
}): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'resuming orphaned runs',
    everyMs: SWEEP_MS,
    async run() {
      const now = deps.clock.now();
      deps.expander.resume(
        await listUnfinishedRuns(deps.db, { createdBefore: now - ORPHANED_AFTER_MS, now }),
      );
    },
  });
}
