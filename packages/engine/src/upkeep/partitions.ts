/**
 * Creates monthly partitions in advance, raises an alarm if rows have landed in a default partition, and deletes chunks
 * of months that an operator has dropped.
 */
import type { Log } from '@textprobe/database/core/log';
import { deleteEmptyChunks } from '@textprobe/database/messages/chunks';
import {
  ensurePartitions,
  listFilledDefaultPartitions,
} from '@textprobe/database/migrations/month-partitions';
import type { Duty } from '../kit/duty.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';

const DAY_MS = 24 * 3_600_000;
/** Pause before a failed partition is retried. */
const RETRY_MS = 60_000;

/** Runs when this process becomes the leader and once a day; every minute while a month is missing. */
export function createPartitionKeeper(deps: WriteDeps & { log: Log; leader: Leadership }): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'keeping partitions',
    everyMs: DAY_MS,
    run: async (_signal, fence) => ((await keepPartitions({ ...deps, fence })) ? DAY_MS : RETRY_MS),
  });
}

/** @returns false if a month could not be created because another transaction holds the tables */
export async function keepPartitions(deps: WriteDeps & { log: Log }): Promise<boolean> {
  const { db, clock, log, fence } = deps;
  const missing = await ensurePartitions(db, clock.now(), { strays: 'move', fence });
  if (missing.length > 0) {
    log.warn(
      { missing },
      'could not create monthly partitions: another transaction, such as a backup, has locked their tables. Retrying every minute; no data is lost',
    );
    return false;
  }
  for (let after: number | null = 0; after !== null; ) {
    const last: number = after;
    after = await transact(deps, (tx) => deleteEmptyChunks(tx, last));
  }
  const tables = await listFilledDefaultPartitions(db);
  if (tables.length > 0) {
    log.error(
      { tables },
      'default partitions contain rows: a clock is wrong by months. The rows move once their month is created',
    );
  }
  return true;
}
