/** Keeps partitions ahead of time, and raises an alarm when rows have fallen into a default one. */
import type { Log } from '@textprobe/database/log';
import { listFilledDefaultPartitions } from '@textprobe/database/messages/default-partitions';
import { ensurePartitions } from '@textprobe/database/month-partitions';
import type { Duty } from './kit/duty.ts';
import { createLeaderDuty, type Leadership } from './kit/leader.ts';
import type { WriteDeps } from './kit/transact.ts';

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
export async function keepPartitions({ db, clock, log, fence }: WriteDeps & { log: Log }): Promise<boolean> {
  const missing = await ensurePartitions(db, clock.now(), { strays: 'move', fence });
  if (missing.length > 0) {
    log.warn(
      { missing },
      'could not make monthly partitions: another transaction, such as a backup, holds their tables. Trying again each minute; nothing is lost meanwhile',
    );
    return false;
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
