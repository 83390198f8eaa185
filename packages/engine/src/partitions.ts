/** Keeps partitions ahead of time, and raises an alarm when rows have fallen into a default one. */
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import { listFilledDefaultPartitions } from '@textprobe/database/messages/default-partitions';
import { ensurePartitions } from '@textprobe/database/migrate';
import type { Clock } from '@textprobe/domain/clock';
import { createDuty, type Duty } from './duty.ts';

const DAY_MS = 24 * 3_600_000;

/** At start and once a day. */
export function createPartitionKeeper(deps: { db: Database; clock: Clock; log: Log }): Duty {
  return createDuty({
    ...deps,
    name: 'keeping partitions',
    everyMs: DAY_MS,
    run: () => keepPartitions(deps),
  });
}

export async function keepPartitions({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Log;
}): Promise<void> {
  await ensurePartitions(db, clock.now());
  const tables = await listFilledDefaultPartitions(db);
  if (tables.length > 0) {
    log.error(
      { tables },
      'rows lie in default partitions: no partition was made for their month, or a clock is wrong by months',
    );
  }
}
