/**
 * The steps beside a program that serves, or before a command that needs them done. Either way on connections of their
 * own: a step may take longer than any statement of the program should.
 */
import type { Clock } from '@textprobe/domain/clock';
import { sql } from 'kysely';
import { closeDatabase, type Database, openDatabase } from '../connection.ts';
import type { Log } from '../log.ts';
import type { CarryOverStep } from './carry-over-step.ts';
import { runCarryOver, runCarryOverIn } from './run-steps.ts';
import { carryOverSteps } from './steps.ts';

const RETRY_MS = 30_000;

interface Deps {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Steps that run beside the program. */
export interface CarryOver {
  /** Resolves when all are done, or when it has been stopped. */
  readonly ended: Promise<void>;
  /** Ends them at once, wherever they are: the next start resumes them. Idempotent. */
  stop(): Promise<void>;
}

/** Runs what has not been done yet. A failure is logged, and tried again after 30 s. */
export function startCarryOver(deps: Deps, steps: readonly CarryOverStep[] = carryOverSteps): CarryOver {
  const { clock, log } = deps;
  const db = open(deps);
  const stopping = new AbortController();
  const { signal } = stopping;
  let session: number | null = null;

  async function runOnce(): Promise<void> {
    await db.connection().execute(async (connection) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
      session = rows[0]?.pid ?? null;
      if (!signal.aborted) await runCarryOverIn(connection, deps, steps);
    });
  }

  async function runToEnd(): Promise<void> {
    while (!signal.aborted) {
      try {
        return await runOnce();
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'updating the rows of an earlier version failed and will be tried again');
      } finally {
        session = null;
      }
      await clock.sleep(RETRY_MS, signal).catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    await runToEnd();
    await closeDatabase(db);
  }

  const ended = run();
  return {
    ended,
    async stop() {
      stopping.abort();
      // Not cancelled but ended: between two statements there is nothing to cancel.
      if (session !== null) {
        await sql`select pg_terminate_backend(${session}::int4)`.execute(db).catch(() => undefined);
      }
      await ended;
    },
  };
}

/** Runs what has not been done yet, for a command that needs it or that exists for it. */
export async function finishCarryOver(deps: Deps): Promise<void> {
  const db = open(deps);
  try {
    await runCarryOver({ ...deps, db });
  } finally {
    await closeDatabase(db);
  }
}

function open({ url, log }: Deps): Database {
  return openDatabase({
    url,
    log,
    applicationName: 'textprobe carry-over',
    maxConnections: 2,
    statementTimeoutMs: 0,
  });
}
