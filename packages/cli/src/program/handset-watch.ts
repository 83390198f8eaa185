/** Records that this process receives from handsets, so that our own downtime does not count as theirs. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { keepHandsetWatch } from '@textprobe/database/handsets/phone-health';
import type { Clock } from '@textprobe/domain/clock';
import { repeat } from '../process/repeat.ts';

const MIN_HEARTBEAT_MS = 250;
const MAX_HEARTBEAT_MS = 30_000;

/** Resolves after the first heartbeat, before which no handset may report. @returns a function that stops it */
export async function watchHandsets(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  offlineAfterMs: number;
}): Promise<() => Promise<void>> {
  const { db, clock, log, offlineAfterMs } = deps;
  // A phone pings three times within `offlineAfterMs`, so after a gap of half of it the next ping comes in time.
  const lapseMs = offlineAfterMs / 2;
  const beat = () => keepHandsetWatch(db, { now: clock.now(), lapseMs });
  await beat();
  const everyMs = Math.min(Math.max(offlineAfterMs / 12, MIN_HEARTBEAT_MS), MAX_HEARTBEAT_MS);
  return repeat(clock, everyMs, beat, log);
}
