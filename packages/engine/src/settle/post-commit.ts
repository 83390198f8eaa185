/** Post-commit work for changed messages: notifies screens and closes runs that may have finished. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { type ChangedTest, notifyTests } from '@textprobe/database/live/channels';
import { findPartnersOfTests } from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import { createCoalescer } from '../kit/coalescer.ts';
import { createRunCloser } from '../runs/close-runs.ts';
import type { MovedTests } from './counted-moves.ts';

export interface PostCommit {
  /** Call after the commit, never inside the transaction. */
  publish(changes: MovedTests): void;
  publishTests(testIds: Iterable<number>): void;
  /** The same for tests that may be deleted, or moved to other partners. */
  publishChanges(tests: Iterable<ChangedTest>): void;
  /** Flushes pending work and stops. Idempotent. */
  stop(): Promise<void>;
}

/**
 * NOTIFY takes a lock that all commits with a NOTIFY share: in every transaction it cost two thirds of the throughput.
 */
const PAUSE_MS = 200;

export function createPostCommit(deps: { db: Database; clock: Clock; log: Log }): PostCommit {
  const live = createCoalescer<number | ChangedTest>({
    ...deps,
    name: 'live changes',
    pauseMs: PAUSE_MS,
    async flush(changed) {
      const testIds = [...changed].filter((one) => typeof one === 'number');
      const known = [...changed].filter((one) => typeof one !== 'number');
      const found = testIds.length === 0 ? [] : await findPartnersOfTests(deps.db, testIds);
      await notifyTests(deps.db, [...known, ...found]);
    },
  });
  const closer = createRunCloser({ ...deps, onClosed: (testIds) => live.add(testIds) });
  return {
    publish(changes) {
      live.add(changes.testIds);
      closer.add(changes.settledRunIds);
    },
    publishTests: (testIds) => live.add(testIds),
    publishChanges: (tests) => live.add(tests),
    async stop() {
      // The closer first: it may add notifications.
      await closer.stop();
      await live.stop();
    },
  };
}
