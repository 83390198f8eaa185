/** Folds the rollups' deltas, about once a second in one of all processes. */
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import { foldRollupDeltas } from '@textprobe/database/rollups/rollup-fold';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty } from './duty.ts';
import { transact } from './transact.ts';

const CHUNK = 50_000;

export function createRollupFold(deps: { db: Database; clock: Clock; log: Log }): Duty {
  return createDuty({
    ...deps,
    name: 'folding the rollups',
    everyMs: 1_000,
    async run(signal) {
      while ((await transact(deps, (tx) => foldRollupDeltas(tx, CHUNK))) === CHUNK && !signal.aborted);
    },
  });
}
