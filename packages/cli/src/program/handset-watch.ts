/** Notes that this edge listens to handsets, so that our own down time is not taken for theirs. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { keepHandsetWatch } from '@textprobe/database/phone-health/phone-health';
import type { Clock } from '@textprobe/domain/clock';
import { repeat } from '../process/repeat.ts';

const SHORTEST_BEAT_MS = 250;
const LONGEST_BEAT_MS = 30_000;

/** Resolves once it is noted for the first time: from then on signs may come. The answer ends it. */
export async function watchHandsets(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  offlineAfterMs: number;
}): Promise<() => Promise<void>> {
  const { db, clock, log, offlineAfterMs } = deps;
  // A phone pings three times in the span: an edge that was away for less may have missed one of them.
  const lapseMs = offlineAfterMs / 3;
  const beat = () => keepHandsetWatch(db, { now: clock.now(), lapseMs });
  await beat();
  const everyMs = Math.min(Math.max(offlineAfterMs / 12, SHORTEST_BEAT_MS), LONGEST_BEAT_MS);
  return repeat(clock, everyMs, beat, log);
}
