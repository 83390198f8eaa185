/**
 * How long after its run was due each message went out. A claim does not say when the run was due, and the hot path must
 * not ask for it: the first message of a run has it looked up afterwards, and the others find it here.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { findDueInstants } from '@textprobe/database/runs/runs';
import type { Clock } from '@textprobe/domain/clock';
import { createCoalescer } from '../kit/coalescer.ts';
import type { EngineMetrics } from '../metrics.ts';

export interface SendLag {
  /** @param at epoch milliseconds of the write to the wire */
  note(sent: { readonly runId: number; readonly at: number }): void;
  /** Resolves when all is told. Idempotent. */
  stop(): Promise<void>;
}

const PAUSE_MS = 200;
/** Runs remembered: those of a worker's present messages are few. */
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
    name: 'how late messages went out',
    pauseMs: PAUSE_MS,
    async flush(sent) {
      const runIds = new Set([...sent].map(({ runId }) => runId));
      const found = await findDueInstants(db, [...runIds]);
      for (const [runId, due] of found) remember(runId, due);
      for (const { runId, at } of sent) {
        const due = found.get(runId);
        if (due !== undefined) tell(at - due);
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

  /** Never negative: the run may have been made by a process whose clock is a little ahead. */
  function tell(lagMs: number): void {
    metrics.sent(Math.max(0, lagMs));
  }

  return {
    note(sent) {
      const due = dueAt.get(sent.runId);
      if (due === undefined) gatherer.add([sent]);
      else tell(sent.at - due);
    },
    stop: () => gatherer.stop(),
  };
}
