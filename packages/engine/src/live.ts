/** Tells all processes which tests have changed, so that screens which show them fetch anew. */
import type { Database } from '@textprobe/database/connection';
import { notifyTests } from '@textprobe/database/live/live-channel';
import type { Log } from '@textprobe/database/log';
import type { Clock } from '@textprobe/domain/clock';
import { createGatherer, type Gatherer } from './kit/gatherer.ts';

/** A NOTIFY takes a lock that all commits with one share: in every transaction it cost two thirds of the throughput. */
const PAUSE_MS = 200;

/** Takes the ids of changed tests. */
export function createLiveNotifier(deps: { db: Database; clock: Clock; log: Log }): Gatherer<number> {
  return createGatherer<number>({
    ...deps,
    name: 'live changes',
    pauseMs: PAUSE_MS,
    flush: (testIds) => notifyTests(deps.db, [...testIds]),
  });
}
