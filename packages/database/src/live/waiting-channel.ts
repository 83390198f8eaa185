/** The channels that wake workers: for messages that wait to be sent, and for runs that wait to begin. */
import { sql } from 'kysely';
import type { Database, Transaction } from '../connection.ts';

/** What to LISTEN to; the payload is empty, each worker looks for itself. */
export const WAITING_CHANNEL = 'textprobe_waiting';
export const RUNS_CHANNEL = 'textprobe_runs';

/** Tells every process that messages wait to be sent. */
export async function notifyWaiting(db: Database): Promise<void> {
  await sql`select pg_notify(${WAITING_CHANNEL}, '')`.execute(db);
}

/** In the transaction that makes a run: tells every process, at its commit, that the run waits to begin. */
export async function notifyRuns(tx: Transaction): Promise<void> {
  await sql`select pg_notify(${RUNS_CHANNEL}, '')`.execute(tx);
}
