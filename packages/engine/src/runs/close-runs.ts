/**
 * Closes runs whose messages have all ended and concludes the status of their tests (SERVER-2). Woken by every commit
 * that settles messages; a sweep finds what a killed process left open. What messages have come to is added up from what
 * each change appended, so that no run is ever counted again; a late arrival opens its run, which is concluded anew.
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

/** So many runs are closed in one transaction. */
const CHUNK = 200;

/** Hears of a run that the database refuses to close. */
type OnRefused = (runId: number, error: unknown) => Promise<unknown>;

/**
 * Closes those of the runs (of all, when null) that have ended.
 * @returns the tests concerned
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
    testIds.push(...(await closeApart(deps, finished.slice(start, start + CHUNK), onRefused)));
  }
  return testIds;
}

/** One run that the database refuses to close must not hold up the others: halves until it stands alone. */
async function closeApart(
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
    const before = await closeApart(deps, runIds.slice(0, middle), onRefused);
    return [...before, ...(await closeApart(deps, runIds.slice(middle), onRefused))];
  }
}

async function closeChunk(deps: WriteDeps, runIds: readonly number[]): Promise<number[]> {
  return transact(deps, async (tx) => {
    const runs = await lockRunsToClose(tx, runIds);
    const closed: ClosedRun[] = [];
    const testIds = new Set<number>();
    for (const run of runs) {
      const { status, reason } = deriveRunStatus(run.counts);
      // A late arrival may have opened a message again since the run was found; the next look will see its end.
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

/** Between two looks at the same busy runs. */
const PAUSE_MS = 50;

interface CloserDeps extends WriteDeps {
  readonly log: Log;
  readonly metrics?: Pick<EngineMetrics, 'setAside'>;
  readonly onClosed: (testIds: readonly number[]) => void;
}

/** A run that the database refuses to close is set aside, and the others are closed. */
async function closeAndPublish(deps: CloserDeps, runIds: readonly number[] | null): Promise<void> {
  const setAside: OnRefused = (item, error) => noteFailed(deps, { kind: 'closing', item, error });
  deps.onClosed(await closeFinishedRuns(deps, runIds, setAside));
}

/** Takes the runs of which messages were just settled. `onClosed` hears of the tests whose runs were closed. */
export function createRunCloser(deps: CloserDeps): Coalescer<number> {
  return createCoalescer<number>({
    ...deps,
    name: 'closing runs',
    pauseMs: PAUSE_MS,
    flush: (runIds) => closeAndPublish(deps, [...runIds]),
  });
}

/** Looks through all open runs. */
export function createRunClosingSweep(deps: CloserDeps & { readonly leader: Leadership }): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'closing runs left open',
    everyMs: 1_000,
    run: (_signal, fence) => closeAndPublish({ ...deps, fence }, null),
  });
}
