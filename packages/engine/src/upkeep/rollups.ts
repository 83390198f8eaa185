/**
 * Folds rollup deltas every five seconds, or sooner if there are many. A message that was created and settled in
 * between then updates its sums once, not three times.
 */
import type { Log } from '@textprobe/database/core/log';
import { foldRollupDeltas, hasManyDeltas } from '@textprobe/database/rollups/rollup-fold';
import type { Duty } from '../kit/duty.ts';
import { isolateFailures } from '../kit/isolate-failures.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';

/**
 * Rows per transaction. A row of message deltas holds the changes of one batch of up to 10,000 messages, a row of test
 * deltas a single change.
 */
const CHUNKS = { 'message sum': 100, 'test sum': 10_000 };

interface Deps extends WriteDeps {
  readonly log: Log;
  readonly metrics?: Pick<EngineMetrics, 'setAside'>;
}

const FOLD_EVERY_MS = 5_000;
/** Rows, each with up to 1,000 changes by office: adding this many takes 20 ms for a figure of one partner. */
const MANY = 50;

export function createRollupFold(deps: Deps & { readonly leader: Leadership }): Duty {
  let foldedAt = -Infinity;
  return createLeaderDuty({
    ...deps,
    name: 'folding the rollups',
    everyMs: 1_000,
    async run(signal, fence) {
      const isDue = deps.clock.now() - foldedAt >= FOLD_EVERY_MS;
      if (!isDue && !(await hasManyDeltas(deps.db, MANY))) return;
      await foldSums({ ...deps, fence }, signal);
      foldedAt = deps.clock.now();
    },
  });
}

/** Folds all deltas. Deltas that cannot be folded stay where they are: every reader adds them in. */
export async function foldSums(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const kind of ['test sum', 'message sum'] as const) {
    let isMore = true;
    while (isMore && !signal.aborted) {
      const now = deps.clock.now();
      isMore = await isolateFailures(deps, kind, CHUNKS[kind], async (limit, taken) => {
        const folded = await transact(deps, (tx) => foldRollupDeltas(tx, kind, { limit, now }, taken));
        return folded === limit;
      });
    }
  }
}
