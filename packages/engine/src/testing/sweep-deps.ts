/** What every sweep of the leader takes, where a test looks at nothing but the database. */
import type { Database } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Clock } from '@textprobe/domain/clock';
import type { Leadership } from '../kit/leader.ts';
import { NO_METRICS } from '../metrics.ts';

export type SweepDeps = ReturnType<typeof sweepDeps>;

/** Nothing is told to consoles, and no run is being made in this process. */
export function sweepDeps(of: { db: Database; codes: MessageCodes; clock: Clock }, leader: Leadership) {
  const { db, codes, clock } = of;
  return {
    db,
    codes,
    clock,
    log: silentLog,
    metrics: NO_METRICS,
    postCommit: { tell() {}, tellTests() {}, stop: async () => {} },
    leader,
    onClosed() {},
    maker: { goOn() {} },
  };
}
