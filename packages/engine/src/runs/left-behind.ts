/** Takes up runs that have begun and have not got all their messages, and whose worker may be lost. */
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import { listUnfinishedRuns } from '@textprobe/database/runs/runs';
import type { Clock } from '@textprobe/domain/clock';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import type { Duty } from '../kit/duty.ts';
import type { RunMaker } from './run-maker.ts';

const SWEEP_MS = 2_000;
/** A run this old that is not all messages yet may have lost its worker; a living one loses nothing by the help. */
const LEFT_BEHIND_MS = 3_000;

/** The run maker of this process continues them. */
export function createLeftBehindSweep(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly maker: Pick<RunMaker, 'goOn'>;
  readonly leader: Leadership;
}): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'taking up runs that were left behind',
    everyMs: SWEEP_MS,
    async run() {
      const now = deps.clock.now();
      deps.maker.goOn(await listUnfinishedRuns(deps.db, { createdBefore: now - LEFT_BEHIND_MS, now }));
    },
  });
}
