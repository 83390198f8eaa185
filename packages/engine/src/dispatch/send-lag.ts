/**
 * Measures how long after its run was due each message was sent. A claim does not include that instant, to keep the hot
 * path short: the first message of a run triggers a lookup afterwards, and the others use the cached value.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { findDueInstants } from '@textprobe/database/runs/runs';
import type { Clock } from '@textprobe/domain/clock';
import { createCoalescer } from '../kit/coalescer.ts';
import type { EngineMetrics } from '../metrics.ts';

export interface SendLag {
  /** @param at when the message was written to the wire, epoch milliseconds */
  note(sent: { readonly runId: number; readonly at: number }): void;
  /** Flushes pending measurements. Idempotent. */
  stop(): Promise<void>;
}

const PAUSE_MS = 200;
/** Cached runs; a worker has messages of only a few at a time. */
const REMEMBERED = 1_000;

export function createSendLag(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  metrics: EngineMetrics;
}): SendLag {
  const { db, metrics } = deps;
  const dueAt = new Map<number, number>();
  const gatherer = createCoalescer<{ runId: number; at: number }>({
    ...deps,
    name: 'measuring send lag',
    pauseMs: PAUSE_MS,
    async flush(sent) {
      const runIds = new Set([...sent].map(({ runId }) => runId));
      const found = await findDueInstants(db, [...runIds]);
      for (const [runId, due] of found) remember(runId, due);
      for (const { runId, at } of sent) {
        const due = found.get(runId);
        if (due !== undefined) report(at - due);
      }
    },
  });

  function remember(runId: number, due: number): void {
    dueAt.set(runId, due);
    for (const oldest of dueAt.keys()) {
      if (dueAt.size <= REMEMBERED) return;
      dueAt.delete(oldest);
    }
  }

  /** Never negative: the clock of the process that created the run may be slightly ahead. */
  function report(lagMs: number): void {
    metrics.sent(Math.max(0, lagMs));
  }

  return {
    note(sent) {
      const due = dueAt.get(sent.runId);
      if (due === undefined) gatherer.add([sent]);
      else report(sent.at - due);
    },
    stop: () => gatherer.stop(),
  };
}
