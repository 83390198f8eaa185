/**
 * The engine's public door: what the server asks of it. It works in any process, with or without a worker beside it;
 * all that passes between them is in the database.
 */
import type { Database, Transaction } from '@textprobe/database/connection';
import type { JobQueue } from '@textprobe/database/job-queue';
import type { Log } from '@textprobe/database/log';
import { insertRun } from '@textprobe/database/runs/runs';
import type { Clock } from '@textprobe/domain/clock';
import type { Arrival, ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { createAftermath } from './aftermath.ts';
import { createBatcher } from './batcher.ts';
import { recordArrivals, type TimedArrival } from './receive.ts';
import { START_RUN_QUEUE, type StartRunJob } from './start-run.ts';
import { transact } from './transact.ts';

export interface EngineDoor {
  /**
   * In the caller's transaction: makes the run of a test at a due instant (epoch milliseconds) and the job that starts
   * it. Asked twice for one instant, it makes nothing the second time (promise 2). The test stays UNEXECUTED until
   * the run begins.
   */
  scheduleRun(tx: Transaction, run: { testId: number; dueAt: number }): Promise<void>;
  /** Takes what handsets report. Resolves once it is committed (promise 1), with what became of each, in order. */
  receive(arrivals: readonly Arrival[]): Promise<readonly ArrivalOutcome[]>;
  /** Tells all screens that tests have changed by other means than a run: created, edited, deleted. */
  announce(testIds: Iterable<number>): void;
  /** Tells what is still to be told. Idempotent. */
  stop(): Promise<void>;
}

const MAX_BATCH = 500;

export function createEngineDoor(deps: {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  clock: Clock;
  log: Log;
  /** How long a message may be silent before it counts as lost, in milliseconds. */
  deadlineMs: number;
}): EngineDoor {
  const { queue, clock, deadlineMs } = deps;
  const aftermath = createAftermath(deps);
  const batcher = createBatcher<TimedArrival, ArrivalOutcome>({
    maxSize: MAX_BATCH,
    async write(arrivals) {
      const { outcomes, changes } = await transact(deps, (tx) => recordArrivals(tx, arrivals, clock.now()));
      aftermath.tell(changes);
      return outcomes;
    },
  });

  return {
    async scheduleRun(tx, { testId, dueAt }) {
      const runId = await insertRun(tx, { testId, dueAt, deadlineMs, now: clock.now() });
      if (runId === null) return;
      const job: StartRunJob = { runId };
      await queue.send(tx, START_RUN_QUEUE, job, dueAt > clock.now() ? { startAt: dueAt } : {});
    },
    receive(arrivals) {
      const at = clock.now();
      return Promise.all(arrivals.map((arrival) => batcher.add({ arrival, at })));
    },
    announce: (testIds) => aftermath.tellTests(testIds),
    async stop() {
      await batcher.idle();
      await aftermath.stop();
    },
  };
}
