/**
 * Leader election: one of all workers on a database runs the periodic sweeps. It holds a lease and renews it five times
 * per lease length; the others check as often whether the lease has expired or the leader's session has ended. Nothing
 * here relies on this process's clock: each transaction of a leader checks its fencing token
 * (`packages/database/src/leaders/fence.ts`).
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { type Fence, StaleFenceError } from '@textprobe/database/leaders/fence';
import { type LeaderName, releaseLease, renewLease, takeLease } from '@textprobe/database/leaders/lease';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty, type DutyOptions } from './duty.ts';

export interface Leadership {
  /** Fencing token to check in each transaction of a sweep; null while another process leads. */
  fence(): Fence | null;
  /** Reports that this fence is stale. */
  lost(fence: Fence): void;
  /** Calls `begin` whenever this process becomes the leader. */
  onTaken(begin: () => void): void;
}

/** `stop` releases the lease, so that another process can take it at once. `wake` checks whether the lease is free. */
export interface Leader extends Leadership, Duty {}

/** How long a silent leader keeps its lease, in milliseconds (OPS-6). */
export const LEADER_LEASE_MS = 5_000;
const RENEWALS = 5;

export function createLeader(options: {
  db: Database;
  clock: Clock;
  log: Log;
  name: LeaderName;
  /** Identifies this process in metrics and logs. */
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
    name: `leader election for ${name}`,
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
      // If the database is unavailable, the lease expires by itself.
      await releaseLease(db, fence).catch(() => undefined);
    },
  };
}

/** A duty that only the leader runs: at once when this process becomes the leader, then periodically; idle otherwise. */
export function createLeaderDuty(
  options: Omit<DutyOptions, 'run'> & {
    readonly leader: Leadership;
    /** Like a duty's `run`. Every transaction in it must check the fence. */
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
