/**
 * Measures how far behind this process is: how late its timers fire, and how long a query waits for a database connection.
 * It samples only while there is work; an idle process has no timer.
 */
import { type Database, readPoolUse } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';

const SAMPLE_MS = 100;

/** @param deps.onDelay called at each sample with the longer of both delays in milliseconds; answers whether to continue */
export function createLoadWatch(deps: { db: Database; clock: Clock; onDelay: (delayMs: number) => boolean }) {
  const { db, clock, onDelay } = deps;
  let cancel: (() => void) | undefined;
  let stopped = false;
  /** When the probe that waits for a connection began to wait, and how long the last one waited. */
  let waitingSince: number | null = null;
  let lastWaitMs = 0;

  function sampleLater(): void {
    const due = clock.now() + SAMPLE_MS;
    cancel = clock.after(SAMPLE_MS, () => sample(Math.max(0, clock.now() - due)));
  }

  function sample(lateMs: number): void {
    cancel = undefined;
    const waitMs = waitingSince === null ? lastWaitMs : clock.now() - waitingSince;
    lastWaitMs = 0;
    if (waitingSince === null && readPoolUse(db).waiting > 0) void probePool();
    if (onDelay(Math.max(lateMs, waitMs)) && !stopped) sampleLater();
  }

  /** Queues for a connection as every query does, and runs nothing on it. */
  async function probePool(): Promise<void> {
    const since = clock.now();
    waitingSince = since;
    try {
      await db.connection().execute(async () => undefined);
      lastWaitMs = clock.now() - since;
    } catch {
      // The queries themselves report an unreachable database.
    } finally {
      waitingSince = null;
    }
  }

  return {
    /** There is work: samples until `onDelay` answers false. */
    begin(): void {
      if (cancel === undefined && !stopped) sampleLater();
    },
    stop(): void {
      stopped = true;
      cancel?.();
    },
  };
}
