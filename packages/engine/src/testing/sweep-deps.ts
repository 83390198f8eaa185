/** Dependencies of leader sweeps for tests that look only at the database, with a leader that needs no election. */
import type { Database } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { takeLease } from '@textprobe/database/leaders/lease';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Clock } from '@textprobe/domain/clock';
import type { Leadership } from '../kit/leader.ts';
import { NO_METRICS } from '../metrics.ts';

export type SweepDeps = ReturnType<typeof sweepDeps>;

/** Dependencies for any sweep: discards notifications, and expands no runs. */
export function sweepDeps(of: { db: Database; codes: MessageCodes; clock: Clock }, leader: Leadership) {
  const { db, codes, clock } = of;
  return {
    db,
    codes,
    clock,
    log: silentLog,
    metrics: NO_METRICS,
    postCommit: { publish() {}, publishTests() {}, publishChanges() {}, stop: async () => {} },
    leader,
    onClosed() {},
    expander: { resume() {} },
  };
}

const LEASE_MS = 3_600_000;

/** Takes the lease of the sweeps without an election, so without timers. @throws Error if another process leads */
export async function leadNow(db: Database): Promise<Leadership> {
  const fence = await takeLease(db, { name: 'sweeps', holder: 'test', leaseMs: LEASE_MS });
  if (fence === null) throw new Error('another process leads');
  return {
    fence: () => fence,
    onTaken: () => undefined,
    lost() {
      throw new Error('another process has taken the lease of the test');
    },
  };
}
