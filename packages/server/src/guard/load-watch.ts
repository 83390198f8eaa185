/**
 * How far behind this process is: how late its timers come, and how long a query waits for a connection to the database.
 * It looks only while somebody tells it that there is work; a process at rest has no timer.
 */
import { type Database, readPoolUse } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';

const LOOK_MS = 100;

/** @param deps.onDelay told the longer of both waits in milliseconds, at each look; whether to look again */
export function createLoadWatch(deps: { db: Database; clock: Clock; onDelay: (delayMs: number) => boolean }) {
  const { db, clock, onDelay } = deps;
  let cancel: (() => void) | undefined;
  let stopped = false;
  /** When the query that is waiting began to wait, and for how long the last one did. */
  let waitingSince: number | null = null;
  let lastWaitMs = 0;

  function lookLater(): void {
    const due = clock.now() + LOOK_MS;
    cancel = clock.after(LOOK_MS, () => look(Math.max(0, clock.now() - due)));
  }

  function look(lateMs: number): void {
    cancel = undefined;
    const waitMs = waitingSince === null ? lastWaitMs : clock.now() - waitingSince;
    lastWaitMs = 0;
    if (waitingSince === null && readPoolUse(db).waiting > 0) void waitInLine();
    if (onDelay(Math.max(lateMs, waitMs)) && !stopped) lookLater();
  }

  /** Stands in line for a connection as every query does, and asks nothing of it. */
  async function waitInLine(): Promise<void> {
    const since = clock.now();
    waitingSince = since;
    try {
      await db.connection().execute(async () => undefined);
      lastWaitMs = clock.now() - since;
    } catch {
      // A database that is away is told by those who ask it.
    } finally {
      waitingSince = null;
    }
  }

  return {
    /** There is work: it looks from now on, until `onDelay` says that it need not. */
    begin(): void {
      if (cancel === undefined && !stopped) lookLater();
    },
    stop(): void {
      stopped = true;
      cancel?.();
    },
  };
}
