/**
 * Leader election: one of all workers over a database leads the periodic sweeps. It holds a lease and renews it five times
 * within its length; the others check as often whether it has expired or the leader's session has ended. Nothing here trusts
 * the clock of this process: each transaction of a leader proves its fence (`packages/database/src/leaders/fence.ts`).
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { type Fence, StaleFenceError } from '@textprobe/database/leaders/fence';
import { type LeaderName, releaseLease, renewLease, takeLease } from '@textprobe/database/leaders/lease';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty, type DutyOptions } from './duty.ts';

/** Whether this process leads. */
export interface Leadership {
  /** What to prove in each transaction of a sweep; null while another process leads. */
  fence(): Fence | null;
  /** Reports a fence that was found stale. */
  lost(fence: Fence): void;
  /** Has `begin` called whenever this process becomes the leader. */
  onTaken(begin: () => void): void;
}

/** `stop` gives the lease up, and another process takes it at once. `wake` checks whether the lease is free. */
export interface Leader extends Leadership, Duty {}

/** How long a silent leader keeps its lease, in milliseconds (OPS-6). */
export const LEADER_LEASE_MS = 5_000;
const RENEWALS = 5;

export function createLeader(options: {
  db: Database;
  clock: Clock;
  log: Log;
  name: LeaderName;
  /** Names this process in the metrics and the log. */
  holder: string;
  leaseMs: number;
}): Leader {
  const { db, clock, log, name, holder, leaseMs } = options;
  const begins: (() => void)[] = [];
  let held: Fence | null = null;

  function lost(fence: Fence): void {
    if (held?.token !== fence.token) return;
    held = null;
    log.warn(
      { leads: name, fence: fence.token },
      'no longer the leader: another process has taken the lease',
    );
  }

  const duty = createDuty({
    clock,
    log,
    name: `electing who leads the ${name}`,
    everyMs: leaseMs / RENEWALS,
    async run() {
      if (held !== null && !(await renewLease(db, held, leaseMs))) lost(held);
      if (held !== null) return;
      held = await takeLease(db, { name, holder, leaseMs });
      if (held === null) return;
      log.info({ leads: name, fence: held.token }, 'this process is the leader');
      for (const begin of begins) begin();
    },
  });

  return {
    ...duty,
    fence: () => held,
    lost,
    onTaken: (begin) => void begins.push(begin),
    async stop() {
      await duty.stop();
      if (held === null) return;
      const fence = held;
      held = null;
      // Where the database is away, the lease expires by itself.
      await releaseLease(db, fence).catch(() => undefined);
    },
  };
}

/** A duty of the leader alone: it runs when this process becomes the leader and from then on, and rests while it is not. */
export function createLeaderDuty(
  options: Omit<DutyOptions, 'run'> & {
    readonly leader: Leadership;
    /** As the `run` of a duty. Each of its transactions proves the fence. */
    readonly run: (signal: AbortSignal, fence: Fence) => Promise<number | void>;
  },
): Duty {
  const { leader, run } = options;
  const duty = createDuty({
    ...options,
    async run(signal) {
      const fence = leader.fence();
      if (fence === null) return;
      try {
        return await run(signal, fence);
      } catch (error) {
        if (!(error instanceof StaleFenceError)) throw error;
        leader.lost(fence);
      }
    },
  });
  leader.onTaken(duty.wake);
  return duty;
}
