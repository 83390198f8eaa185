/**
 * Starts runs: a job wakes a worker at commit. Each run gets its first messages at once, and a large one the others from the
 * process's {@link RunMaker}, so that whatever comes after it is not kept waiting.
 */
import type { JobQueue } from '@textprobe/database/job-queue';
import { type BeginDeps, beginRuns } from './begin-runs.ts';
import type { RunMaker } from './run-maker.ts';

/** The queue of runs to start; its jobs are {@link StartRunJob}s. */
export const START_RUN_QUEUE = 'start-run';

/** Sent by the door in the transaction that makes the run. */
export interface StartRunJob {
  readonly runId: number;
}

/**
 * Jobs taken at once by one fetch, and fetches at once. The runs of a fetch share their transactions: each by itself cost some
 * thirteen round trips, and a crowd of small runs waited for a minute while workers took them ten at a time.
 */
const BATCH = 50;
const CONCURRENCY = 2;

/** Takes the jobs of this process. They end with the job queue, or with `stopping`. */
export async function workOnStartRunJobs(
  deps: BeginDeps & { readonly maker: Pick<RunMaker, 'goOn'> },
  queue: Pick<JobQueue, 'work'>,
  stopping: AbortSignal,
): Promise<void> {
  await queue.work<StartRunJob>(
    START_RUN_QUEUE,
    { batchSize: BATCH, concurrency: CONCURRENCY },
    async (jobs) => {
      const ending = AbortSignal.any([stopping, ...jobs.map(({ signal }) => signal)]);
      const runIds = [...new Set(jobs.map(({ data }) => data.runId))];
      const left = await beginRuns(deps, runIds, ending);
      // Thrown, so that the jobs are tried again elsewhere; runs that were begun lose nothing by it.
      ending.throwIfAborted();
      deps.maker.goOn(left);
    },
  );
}
