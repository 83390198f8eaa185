/**
 * Closes runs whose messages are all final and derives the status of their tests (SERVER-2). Every commit that settles
 * messages triggers it; a sweep finds runs that a killed process left open. Counts come from deltas appended with each
 * change, so no run is ever recounted. A late report reopens its run, which is then closed again.
 */
import type { Log } from '@textprobe/database/core/log';
import {
  type ClosedRun,
  closeRuns,
  findFinishedRuns,
  foldRunDeltas,
  lockRunsToClose,
  settleTests,
} from '@textprobe/database/runs/run-closing';
import { forgetFailures, noteFailed } from '@textprobe/database/set-aside/set-aside';
import { deriveRunStatus } from '@textprobe/domain/run-status';
import { type Coalescer, createCoalescer } from '../kit/coalescer.ts';
import type { Duty } from '../kit/duty.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { isRefusal, transact, type WriteDeps } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';

/** Runs closed in one transaction. */
const CHUNK = 200;

/** Called with a run that the database refuses to close. */
type OnRefused = (runId: number, error: unknown) => Promise<unknown>;

/**
 * Closes those of the runs (of all, if null) that are finished.
 * @returns the ids of the affected tests
 */
export async function closeFinishedRuns(
  deps: WriteDeps,
  runIds: readonly number[] | null,
  onRefused: OnRefused = (_runId, error) => Promise.reject(error),
): Promise<number[]> {
  await transact(deps, (tx) => foldRunDeltas(tx, runIds));
  const finished = await findFinishedRuns(deps.db, { runIds, now: deps.clock.now() });
  const testIds: number[] = [];
  for (let start = 0; start < finished.length; start += CHUNK) {
    testIds.push(...(await closeIsolating(deps, finished.slice(start, start + CHUNK), onRefused)));
  }
  return testIds;
}

/** One run that the database refuses to close must not block the others: halve the chunk until it is isolated. */
async function closeIsolating(
  deps: WriteDeps,
  runIds: readonly number[],
  onRefused: OnRefused,
): Promise<number[]> {
  try {
    return await closeChunk(deps, runIds);
  } catch (error) {
    const [first] = runIds;
    if (!isRefusal(error) || first === undefined) throw error;
    if (runIds.length === 1) {
      await onRefused(first, error);
      return [];
    }
    const middle = runIds.length >> 1;
    const before = await closeIsolating(deps, runIds.slice(0, middle), onRefused);
    return [...before, ...(await closeIsolating(deps, runIds.slice(middle), onRefused))];
  }
}

async function closeChunk(deps: WriteDeps, runIds: readonly number[]): Promise<number[]> {
  return transact(deps, async (tx) => {
    const runs = await lockRunsToClose(tx, runIds);
    const closed: ClosedRun[] = [];
    const testIds = new Set<number>();
    for (const run of runs) {
      const { status, reason } = deriveRunStatus(run.counts);
      // A late report may have reopened a message since the run was found; a later pass closes it.
      if (status === 'EXECUTING' || status === 'UNEXECUTED') continue;
      closed.push({ id: run.id, status, reason });
      testIds.add(run.testId);
    }
    const now = deps.clock.now();
    await forgetFailures(tx, 'closing', runIds);
    await closeRuns(tx, closed, now);
    await settleTests(tx, [...testIds], now);
    return [...testIds];
  });
}

/** Shortest pause between two passes over the same busy runs. */
const PAUSE_MS = 50;

interface CloserDeps extends WriteDeps {
  readonly log: Log;
  readonly metrics?: Pick<EngineMetrics, 'setAside'>;
  readonly onClosed: (testIds: readonly number[]) => void;
}

/** Sets aside a run that the database refuses to close, and closes the others. */
async function closeAndPublish(deps: CloserDeps, runIds: readonly number[] | null): Promise<void> {
  const setAside: OnRefused = (item, error) => noteFailed(deps, { kind: 'closing', item, error });
  deps.onClosed(await closeFinishedRuns(deps, runIds, setAside));
}

/** Closes runs whose messages were just settled. `onClosed` receives the tests of the closed runs. */
export function createRunCloser(deps: CloserDeps): Coalescer<number> {
  return createCoalescer<number>({
    ...deps,
    name: 'closing runs',
    pauseMs: PAUSE_MS,
    flush: (runIds) => closeAndPublish(deps, [...runIds]),
  });
}

/** Checks all open runs. */
export function createRunClosingSweep(deps: CloserDeps & { readonly leader: Leadership }): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'closing runs left open',
    everyMs: 1_000,
    run: (_signal, fence) => closeAndPublish({ ...deps, fence }, null),
  });
}
