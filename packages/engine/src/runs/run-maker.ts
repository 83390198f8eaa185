/**
 * Goes on with runs that have not got all their messages yet: the large ones of this process, by turns, a chunk each, and
 * those whose worker or job was lost.
 */
import { endRunEarly, listUnexpandedRuns } from '@textprobe/database/runs/runs';
import { noteFailed } from '@textprobe/database/set-aside/note-failed';
import { forgetFailures } from '@textprobe/database/set-aside/set-aside';
import { type BeginDeps, beginRuns } from './begin-runs.ts';
import { createDuty, type Duty } from '../kit/duty.ts';
import { expandNextChunk } from './expand-run.ts';
import type { EngineMetrics } from '../metrics.ts';
import { transact } from '../kit/transact.ts';

export interface RunMaker extends Duty {
  /** Takes up runs that were begun here. */
  goOn(runIds: readonly number[]): void;
}

const SWEEP_MS = 2_000;
/** A run this old that is not all messages yet may have lost its worker; a living one loses nothing by the help. */
const LEFT_BEHIND_MS = 3_000;
/** Of a crowd most are in good hands: they are asked for anew, not all at the beginning. */
const LOOK = 20;

/** Before a run that failed is tried again. */
const PAUSE_MS = 2_000;

export function createRunMaker(deps: BeginDeps & { readonly metrics?: EngineMetrics }): RunMaker {
  const begun = new Set<number>();
  let nextSweep = 0;

  const duty = createDuty({
    ...deps,
    name: 'making the messages of runs',
    everyMs: SWEEP_MS,
    async run(signal) {
      if (deps.clock.now() >= nextSweep) {
        await takeUpLeftBehind(signal);
        nextSweep = deps.clock.now() + SWEEP_MS;
      }
      // A turn each, also for those that come meanwhile.
      for (const runId of begun) {
        if (signal.aborted) return;
        if (!(await makeNext(runId))) begun.delete(runId);
      }
      return begun.size > 0 ? 0 : Math.max(0, nextSweep - deps.clock.now());
    },
  });

  /** Whether there are more to make. */
  async function makeNext(runId: number): Promise<boolean> {
    try {
      const expansion = await expandNextChunk(deps, [runId]);
      for (const chunk of expansion.chunks) deps.onChunk(chunk);
      return expansion.begun.length > 0;
    } catch (error) {
      await onFailed(runId, error);
      return false;
    }
  }

  /** Three times a run is tried; then it ends with the messages it has, and says so. */
  async function onFailed(runId: number, error: unknown): Promise<void> {
    if (!(await noteFailed(deps, { kind: 'run', item: runId, error, pauseMs: PAUSE_MS }))) return;
    await transact(deps, async (tx) => {
      await endRunEarly(tx, runId);
      await forgetFailures(tx, 'run', [runId]);
    });
  }

  async function takeUpLeftBehind(signal: AbortSignal): Promise<void> {
    const now = deps.clock.now();
    const createdBefore = now - LEFT_BEHIND_MS;
    let after = 0;
    for (;;) {
      const runIds = await listUnexpandedRuns(deps.db, { createdBefore, after, limit: LOOK, now });
      const others = runIds.filter((runId) => !begun.has(runId));
      for (const runId of await beginRuns(deps, others, signal, onFailed)) begun.add(runId);
      if (runIds.length < LOOK || signal.aborted) return;
      after = runIds.at(-1) ?? after;
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
