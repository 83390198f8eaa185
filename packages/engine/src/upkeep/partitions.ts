/**
 * Keeps partitions ahead of time, and raises an alarm when rows have fallen into a default one. Chunks of months that an
 * operator has dropped are deleted.
 */
import type { Log } from '@textprobe/database/core/log';
import { deleteEmptyChunks } from '@textprobe/database/messages/chunks';
import { ensurePartitions, listFilledDefaultPartitions } from '@textprobe/database/schema/month-partitions';
import type { Duty } from '../kit/duty.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';

const DAY_MS = 24 * 3_600_000;
/** Until a month that could not be made is tried again. */
const RETRY_MS = 60_000;

/** When this process becomes the leader and once a day; each minute while a month is missing. */
export function createPartitionKeeper(deps: WriteDeps & { log: Log; leader: Leadership }): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'keeping partitions',
    everyMs: DAY_MS,
    run: async (_signal, fence) => ((await keepPartitions({ ...deps, fence })) ? DAY_MS : RETRY_MS),
  });
}

/** @returns false when a month could not be made: something else holds the tables */
export async function keepPartitions(deps: WriteDeps & { log: Log }): Promise<boolean> {
  const { db, clock, log, fence } = deps;
  const missing = await ensurePartitions(db, clock.now(), { strays: 'move', fence });
  if (missing.length > 0) {
    log.warn(
      { missing },
      'could not make monthly partitions: another transaction, such as a backup, holds their tables. Trying again each minute; nothing is lost meanwhile',
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
      'rows lie in default partitions: a clock is wrong by months. They move to their month when it is made',
    );
  }
  return true;
}
