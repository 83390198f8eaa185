/** Goes on with the large runs of this process that have not got all their messages yet, by turns, a chunk each. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { endRunEarly, listUnfinishedRuns } from '@textprobe/database/runs/runs';
import { forgetFailures, noteFailed, type SetAsideDeps } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty } from '../kit/duty.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';
import type { ExpansionDeps } from './create-messages.ts';
import { type ExpandedChunk, expandNextChunk } from './expand-run.ts';

export interface RunMaker extends Duty {
  /** Takes up runs that were begun here. */
  goOn(runIds: readonly number[]): void;
}

/** Before it looks by itself: whoever gives it something to do wakes it. */
const IDLE_MS = 60_000;
/** Before a run that failed is tried again. */
const PAUSE_MS = 2_000;

export function createRunMaker(
  deps: ExpansionDeps & {
    /** Called after each chunk's commit: its messages wait to be sent. */
    readonly onChunk: (chunk: ExpandedChunk) => void;
    readonly metrics?: EngineMetrics;
  },
): RunMaker {
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
    goOn(runIds) {
      if (runIds.length === 0) return;
      for (const runId of runIds) begun.add(runId);
      duty.wake();
    },
  };
}

/** Three times a run is tried; then it ends with the messages it has, and says so. */
export async function endFailingRun(deps: SetAsideDeps, runId: number, error: unknown): Promise<void> {
  if (!(await noteFailed(deps, { kind: 'run', item: runId, error, pauseMs: PAUSE_MS }))) return;
  await transact(deps, async (tx) => {
    await endRunEarly(tx, runId);
    await forgetFailures(tx, 'run', [runId]);
  });
}

const SWEEP_MS = 2_000;
/** A run this old that is not all messages yet may have lost its worker; a living one loses nothing by the help. */
const LEFT_BEHIND_MS = 3_000;

/** Takes up runs that have begun and have not got all their messages: the run maker of this process continues them. */
export function createLeftBehindSweep(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly maker: Pick<RunMaker, 'goOn'>;
  readonly leader: Leadership;
}): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'taking up runs that were left behind',
    everyMs: SWEEP_MS,
    async run() {
      const now = deps.clock.now();
      deps.maker.goOn(await listUnfinishedRuns(deps.db, { createdBefore: now - LEFT_BEHIND_MS, now }));
    },
  });
}
