/** Leads the sweeps of a test's database without an election, so without timers. */
import type { Database } from '@textprobe/database/core/connection';
import { takeLease } from '@textprobe/database/leaders/lease';
import type { Leadership } from '../kit/leader.ts';

const LEASE_MS = 3_600_000;

/** @throws Error where another one leads */
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
