/** Folds the rollups' deltas, about once a second in one of all processes. */
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import { foldRollupDeltas } from '@textprobe/database/rollups/rollup-fold';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty } from './kit/duty.ts';
import type { EngineMetrics } from './metrics.ts';
import { transact } from './kit/transact.ts';
import { workApart } from './kit/work-apart.ts';

const CHUNK = 10_000;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Pick<EngineMetrics, 'setAside'>;
}

export function createRollupFold(deps: Deps): Duty {
  return createDuty({
    ...deps,
    name: 'folding the rollups',
    everyMs: 1_000,
    run: (signal) => foldSums(deps, signal),
  });
}

/** Folds all there is. What cannot be added to the sums is left where it lies: every reader counts it from there. */
export async function foldSums(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const kind of ['test sum', 'message sum'] as const) {
    let isMore = true;
    while (isMore && !signal.aborted) {
      const now = deps.clock.now();
      isMore = await workApart(deps, kind, CHUNK, async (limit, taken) => {
        const folded = await transact(deps, (tx) => foldRollupDeltas(tx, kind, { limit, now }, taken));
        return folded === limit;
      });
    }
  }
}
