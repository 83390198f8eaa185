/**
 * Upkeep: background tasks that one server process at a time runs under a lease. The lease only saves work: every task
 * is safe in two processes at once, so none checks the fence, and a paused process may finish its round alongside its
 * successor.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';
import { createLeader, createLeaderDuty } from '@textprobe/engine/kit/leader';
import { nameProcess } from '../process/process-name.ts';

interface UpkeepRound {
  /** For the log. */
  readonly name: string;
  /** The longest pause between two rounds, in milliseconds. The first round runs at once. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/**
 * The lease duration in milliseconds. Longer than that of the sweeps: no message waits for upkeep, and each renewal is a
 * commit.
 */
const LEASE_MS = 10_000;

/** @returns a function that stops it, and resolves when its rounds have finished and another process may take over */
export function startUpkeep(
  deps: { readonly db: Database; readonly clock: Clock; readonly log: Log },
  rounds: readonly UpkeepRound[],
): () => Promise<void> {
  const leader = createLeader({ ...deps, name: 'upkeep', holder: nameProcess(), leaseMs: LEASE_MS });
  const duties = rounds.map(({ name, everyMs, run }) =>
    createLeaderDuty({ ...deps, leader, name, everyMs, run: async () => void (await run()) }),
  );
  for (const duty of duties) duty.start();
  leader.start();
  return async () => {
    await Promise.all(duties.map((duty) => duty.stop()));
    await leader.stop();
  };
}
