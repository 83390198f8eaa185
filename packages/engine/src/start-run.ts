/** Starts runs: a job wakes a worker at commit, and a sweep takes up runs whose worker or job was lost. */
import type { JobQueue } from '@textprobe/database/job-queue';
import { listUnexpandedRuns } from '@textprobe/database/runs/runs';
import { createDuty, type Duty } from './duty.ts';
import { type ExpandedChunk, type ExpansionDeps, expandNextChunk } from './expand-run.ts';

/** The queue of runs to start; its jobs are {@link StartRunJob}s. */
export const START_RUN_QUEUE = 'start-run';

/** Sent by the door in the transaction that makes the run. */
export interface StartRunJob {
  readonly runId: number;
}

interface Deps extends ExpansionDeps {
  /** Called after each chunk's commit: its messages wait to be sent. */
  readonly onChunk: (chunk: ExpandedChunk) => void;
}

/** Turns runs into messages, as far as they are not; ends early when the signal says so. Safe to be called twice at once. */
export async function startRuns(deps: Deps, runIds: readonly number[], signal: AbortSignal): Promise<void> {
  let left = runIds;
  while (left.length > 0 && !signal.aborted) {
    const expansion = await expandNextChunk(deps, left);
    for (const chunk of expansion.chunks) deps.onChunk(chunk);
    left = expansion.left;
  }
}

/** Jobs taken at once by one fetch, and fetches at once: a run of many chunks does not keep small ones waiting. */
const BATCH = 5;
const CONCURRENCY = 2;

/** Takes the jobs of this process. They end with the job queue, or with `stopping`. */
export async function workOnStartRunJobs(
  deps: Deps,
  queue: Pick<JobQueue, 'work'>,
  stopping: AbortSignal,
): Promise<void> {
  await queue.work<StartRunJob>(
    START_RUN_QUEUE,
    { batchSize: BATCH, concurrency: CONCURRENCY },
    async (jobs) => {
      await Promise.all(
        jobs.map(async ({ data, signal }) => {
          const ending = AbortSignal.any([signal, stopping]);
          await startRuns(deps, [data.runId], ending);
          // Thrown, so that the job is tried again elsewhere.
          ending.throwIfAborted();
        }),
      );
    },
  );
}

const SWEEP_MS = 2_000;
/** A run this old that is not all messages yet has lost its worker; a living one loses nothing by the help. */
const LEFT_BEHIND_MS = 3_000;
/** Of a crowd most are in good hands: they are asked for anew, not all at the beginning. */
const LOOK = 20;

export function createRunStartSweep(deps: Deps): Duty {
  return createDuty({
    ...deps,
    name: 'starting runs left behind',
    everyMs: SWEEP_MS,
    async run(signal) {
      const createdBefore = deps.clock.now() - LEFT_BEHIND_MS;
      let after = 0;
      for (;;) {
        const runIds = await listUnexpandedRuns(deps.db, { createdBefore, after, limit: LOOK });
        await startRuns(deps, runIds, signal);
        if (runIds.length < LOOK || signal.aborted) return;
        after = runIds.at(-1) ?? after;
      }
    },
  });
}
