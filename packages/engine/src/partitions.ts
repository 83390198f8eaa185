/** Keeps partitions ahead of time, and raises an alarm when rows have fallen into a default one. */
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import { listFilledDefaultPartitions } from '@textprobe/database/messages/default-partitions';
import { ensurePartitions } from '@textprobe/database/month-partitions';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty } from './kit/duty.ts';

const DAY_MS = 24 * 3_600_000;
/** Until a month that could not be made is tried again. */
const RETRY_MS = 60_000;

/** At start and once a day; each minute while a month is missing. */
export function createPartitionKeeper(deps: { db: Database; clock: Clock; log: Log }): Duty {
  return createDuty({
    ...deps,
    name: 'keeping partitions',
    everyMs: DAY_MS,
    run: async () => ((await keepPartitions(deps)) ? DAY_MS : RETRY_MS),
  });
}

/** @returns false when a month could not be made: something else holds the tables */
export async function keepPartitions({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Log;
}): Promise<boolean> {
  const missing = await ensurePartitions(db, clock.now());
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
