/** The channels that wake workers: for messages that wait to be sent, runs that wait to begin, and tests that are due soon. */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';

/** What to LISTEN to; each worker looks for itself. */
export const WAITING_CHANNEL = 'textprobe_waiting';
export const RUNS_CHANNEL = 'textprobe_runs';
export const DUE_CHANNEL = 'textprobe_due';

/** Notifies every process that messages wait to be sent. @param sender the payload: the worker that need not be woken */
export async function notifyWaiting(db: Database, sender: string): Promise<void> {
  await sql`select pg_notify(${WAITING_CHANNEL}, ${sender})`.execute(db);
}

/** In the transaction that creates a run: its commit notifies every process that the run waits to begin. */
export async function notifyRuns(tx: Transaction): Promise<void> {
  await sql`select pg_notify(${RUNS_CHANNEL}, '')`.execute(tx);
}

/** In the transaction that schedules a test: its commit notifies every process that the test may be due before the next poll. */
export async function notifyDue(tx: Transaction): Promise<void> {
  await sql`select pg_notify(${DUE_CHANNEL}, '')`.execute(tx);
}
