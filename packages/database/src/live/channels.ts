/**
 * The channels of LISTEN and NOTIFY by which processes tell each other that tests or gateways have changed, and that work
 * waits. The leader's is in `leaders/lease.ts`.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';

/** Which tests have changed: their ids only, never what changed. */
export const LIVE_TESTS_CHANNEL = 'textprobe_tests';

/** `many`: more than is worth naming. */
export type LiveTests = { readonly testIds: readonly number[] } | { readonly many: true };

/** A notification holds less than 8,000 bytes; beyond this a reader is better off fetching what it shows. */
const MOST_NAMED = 500;

/** Tells every process; on its own, never within a transaction that matters (design section 6). */
export async function notifyTests(db: Database, testIds: readonly number[]): Promise<void> {
  const change: LiveTests = testIds.length > MOST_NAMED ? { many: true } : { testIds };
  await sql`select pg_notify(${LIVE_TESTS_CHANNEL}, ${JSON.stringify(change)})`.execute(db);
}

/** Reads a notification's payload; one that is not understood means `many`. */
export function parseLiveTests(payload: string | undefined): LiveTests {
  try {
    const change = JSON.parse(payload ?? '') as { testIds?: unknown };
    if (Array.isArray(change.testIds) && change.testIds.every(Number.isSafeInteger)) {
      return { testIds: change.testIds as number[] };
    }
  } catch {
    // Of another version of this program: refetching is always right.
  }
  return { many: true };
}

/** Messages wait to be sent, runs wait to begin, or tests are due soon; each worker looks for itself. */
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

/** The gateways in the database have changed. The payload is empty, each process looks for itself. */
export const GATEWAYS_CHANNEL = 'textprobe_gateways';

/** At the commit of the caller's transaction. */
export async function notifyGateways(db: Database): Promise<void> {
  await sql`select pg_notify(${GATEWAYS_CHANNEL}, '')`.execute(db);
}
