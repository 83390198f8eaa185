/**
 * Begins runs. The row of a run is its place in the queue: it is committed with a notification that wakes a worker, and what
 * a worker that dies has locked is free again. Each run gets its first messages at once, and a large one the others from the
 * process's {@link RunMaker}, so that whatever comes after it is not kept waiting.
 */
import { isDatabaseUnavailable } from '@textprobe/database/core/database-errors';
import { createDuty, type Duty } from '../kit/duty.ts';
import type { EngineMetrics } from '../metrics.ts';
import type { ExpansionDeps } from './create-messages.ts';
import { beginNextRuns, type ExpandedChunk } from './expand-run.ts';
import { endFailingRun, type RunMaker } from './run-maker.ts';

export interface BeginDeps extends ExpansionDeps {
  /** Called after each chunk's commit: its messages wait to be sent. */
  readonly onChunk: (chunk: ExpandedChunk) => void;
  readonly maker: Pick<RunMaker, 'goOn'>;
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
      deps.maker.goOn(unfinished);
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
