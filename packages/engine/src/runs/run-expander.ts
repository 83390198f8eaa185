/**
 * Begins runs, and goes on with the large ones until they have all their messages. The row of a run is its place in the queue:
 * it is committed with a notification that wakes a worker, and what a worker that dies has locked is free again. Each run gets
 * its first messages at once, and a large one the others by turns, so that whatever comes after it is not kept waiting.
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
  /** Called after each chunk's commit: its messages wait to be sent. */
  readonly onChunk: (chunk: ExpandedChunk) => void;
  readonly expander: Pick<RunExpander, 'resume'>;
  readonly metrics?: EngineMetrics;
}

/** Each transaction takes some ten round trips, and a crowd of small runs waited for a minute at ten runs for each. */
const BATCH = 50;
/** For a worker that missed the notification. */
const LOOK_EVERY_MS = 500;

/** Begins runs until none waits that is not locked by another worker. Smaller batches isolate a run that fails. */
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
      // Another look that finds nothing would delay the claim of these.
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
    everyMs: LOOK_EVERY_MS,
    run: (signal) => beginRuns(deps, signal),
  });
}

export interface RunExpander extends Duty {
  /** Takes up runs that were begun here. */
  resume(runIds: readonly number[]): void;
}

/** Before it looks by itself: whoever gives it something to do wakes it. */
const IDLE_MS = 60_000;
/** Before a run that failed is tried again. */
const PAUSE_MS = 2_000;

/** Goes on with the large runs of this process that have not got all their messages yet, by turns, a chunk each. */
export function createRunExpander(deps: Omit<BeginDeps, 'expander'>): RunExpander {
  const begun = new Set<number>();

  const duty = createDuty({
    ...deps,
    name: 'making the messages of runs',
    everyMs: IDLE_MS,
    async run(signal) {
      // A turn each, also for those that come meanwhile.
      for (const runId of begun) {
        if (signal.aborted) return;
        if (!(await makeNext(runId))) begun.delete(runId);
      }
      return begun.size > 0 ? 0 : IDLE_MS;
    },
  });

  /** Whether there are more to make. */
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

/** Three times a run is tried; then it ends with the messages it has, and says so. */
async function endFailingRun(deps: SetAsideDeps, runId: number, error: unknown): Promise<void> {
  if (!(await noteFailed(deps, { kind: 'run', item: runId, error, pauseMs: PAUSE_MS }))) return;
  await transact(deps, async (tx) => {
    await endRunEarly(tx, runId);
    await forgetFailures(tx, 'run', [runId]);
  });
}

const SWEEP_MS = 2_000;
/** A run this old that is not all messages yet may have lost its worker; a living one loses nothing by the help. */
const ORPHANED_AFTER_MS = 3_000;

/** Takes up runs that have begun and have not got all their messages: the run expander of this process continues them. */
export function createOrphanedRunSweep(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly expander: Pick<RunExpander, 'resume'>;
  readonly leader: Leadership;
}): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'taking up runs that were left behind',
    everyMs: SWEEP_MS,
    async run() {
      const now = deps.clock.now();
      deps.expander.resume(
        await listUnfinishedRuns(deps.db, { createdBefore: now - ORPHANED_AFTER_MS, now }),
      );
    },
  });
}
