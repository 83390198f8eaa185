/** Takes up runs that have not got all their messages and whose worker or job may be lost. */
import type { Fence } from '@textprobe/database/leaders/fence';
import { listUnexpandedRuns } from '@textprobe/database/runs/runs';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import type { Duty } from '../kit/duty.ts';
import { type BeginDeps, beginRuns } from './begin-runs.ts';
import { endFailingRun, type RunMaker } from './run-maker.ts';

const SWEEP_MS = 2_000;
/** A run this old that is not all messages yet may have lost its worker; a living one loses nothing by the help. */
const LEFT_BEHIND_MS = 3_000;
/** Of a crowd most are in good hands: they are asked for anew, not all at the beginning. */
const LOOK = 20;

/** Makes the first messages of each as the leader; this process's run maker goes on with them. */
export function createLeftBehindSweep(
  deps: Parameters<typeof endFailingRun>[0] &
    BeginDeps & { readonly maker: Pick<RunMaker, 'goOn' | 'isMaking'>; readonly leader: Leadership },
): Duty {
  async function takeUp(signal: AbortSignal, fence: Fence): Promise<void> {
    const led = { ...deps, fence };
    const now = deps.clock.now();
    const createdBefore = now - LEFT_BEHIND_MS;
    let after = 0;
    for (;;) {
      const runIds = await listUnexpandedRuns(deps.db, { createdBefore, after, limit: LOOK, now });
      const others = runIds.filter((runId) => !deps.maker.isMaking(runId));
      deps.maker.goOn(
        await beginRuns(led, others, signal, (runId, error) => endFailingRun(led, runId, error)),
      );
      if (runIds.length < LOOK || signal.aborted) return;
      after = runIds.at(-1) ?? after;
    }
  }

  return createLeaderDuty({
    ...deps,
    name: 'taking up runs that were left behind',
    everyMs: SWEEP_MS,
    run: takeUp,
  });
}
