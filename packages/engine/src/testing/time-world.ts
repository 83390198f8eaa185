/** A small world whose clock the test sets forward or back, and whose worker it steps manually. */
import { type Database, sqlTime } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { listRunsOfTest } from '@textprobe/database/runs/run-list';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { startDueBatch, startWaitingBatch } from '../runs/due-tests.ts';
import { createWorld, type World } from './world.ts';

export interface TimeWorld {
  readonly world: World;
  readonly db: Database;
  /** Sets the clock to a Los Angeles wall time in winter: `2026-11-21 10:30`. */
  setClock(wall: string): void;
  /** Starts due and waiting tests as a worker does, until none is left. @returns the runs that start */
  work(): Promise<number[]>;
  /** `11-21 MISSED` for each due instant so far, oldest first. */
  history(testId: number): Promise<string[]>;
  /** Closes the open runs of a test, as if their messages were final. */
  endRuns(testId: number): Promise<void>;
  /** `2026-11-22 10:30`, or null. */
  nextDue(testId: number): Promise<string | null>;
}

export async function createTimeWorld(
  wall: string,
  options: { offices?: number; phones?: number } = {},
): Promise<TimeWorld> {
  let now = instantOf(wall);
  const clock: Clock = {
    now: () => now,
    after: () => () => undefined,
    sleep: () => Promise.resolve(),
  };
  const world = await createWorld({ ...options, clock });
  const { db } = world;
  const deps = { db, clock, log: silentLog, deadlineMs: 60_000 };

  return {
    world,
    db,
    setClock: (to) => (now = instantOf(to)),
    async work() {
      const begun: number[] = [];
      for (const next of [startDueBatch, startWaitingBatch]) {
        for (let batch = await next(deps); batch !== null; batch = await next(deps))
          begun.push(...batch.runIds);
      }
      return begun;
    },
    async history(testId) {
      const runs = await listRunsOfTest(db, ALL_PARTNERS, testId, { limit: 1_000 });
      return runs.toReversed().map((run) => `${formatLosAngeles(run.due_at).slice(5, 10)} ${run.status}`);
    },
    async endRuns(testId) {
      const ended = { closed_at: sqlTime(now), status: 'DELIVERED' } as const;
      const open = db.updateTable('runs').set(ended).where('test_id', '=', testId);
      await open.where('status', '=', 'EXECUTING').execute();
    },
    async nextDue(testId) {
      const { next_due: due } = await world.test(testId);
      return due === null ? null : formatLosAngeles(due).slice(0, 16).replace('T', ' ');
    },
  };
}

/** Epoch milliseconds. */
export function instantOf(wall: string): number {
  return Date.parse(`${wall.replace(' ', 'T')}:00-08:00`);
}
