/**
 * Channels of LISTEN and NOTIFY by which processes notify each other of changed tests and gateways, and of waiting
 * work. The leader's channel is in `leaders/lease.ts`.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';

/** Changed tests: only their ids, not the changes. */
export const LIVE_TESTS_CHANNEL = 'textprobe_tests';

/** `many`: too many to list. */
export type LiveTests = { readonly testIds: readonly number[] } | { readonly many: true };

/** A notification holds less than 8,000 bytes; beyond this, readers should refetch what they show. */
const MAX_LISTED = 500;

/**
 * Notifies every process. Call it outside transactions that write messages: NOTIFY takes a lock that all commits with a
 * NOTIFY share.
 */
export async function notifyTests(db: Database, testIds: readonly number[]): Promise<void> {
  const change: LiveTests = testIds.length > MAX_LISTED ? { many: true } : { testIds };
  await sql`select pg_notify(${LIVE_TESTS_CHANNEL}, ${JSON.stringify(change)})`.execute(db);
}

/** Parses a notification's payload; an unknown format means `many`. */
export function parseLiveTests(payload: string | undefined): LiveTests {
  try {
    const change = JSON.parse(payload ?? '') as { testIds?: unknown };
    if (Array.isArray(change.testIds) && change.testIds.every(Number.isSafeInteger)) {
      return { testIds: change.testIds as number[] };
    }
  } catch {
    // From another version of this program: refetching is always right.
  }
  return { many: true };
}

/** Messages wait to be sent, runs wait to start, or tests are due soon; each worker queries for itself. */
export const WAITING_CHANNEL = 'textprobe_waiting';
export const RUNS_CHANNEL = 'textprobe_runs';
export const DUE_CHANNEL = 'textprobe_due';

/**
 * Notifies every process that messages wait to be sent. @param sender the payload: the worker that need not be woken
 */
export async function notifyWaiting(db: Database, sender: string): Promise<void> {
  await sql`select pg_notify(${WAITING_CHANNEL}, ${sender})`.execute(db);
}

/** In the transaction that creates a run: its commit notifies every process that the run waits to start. */
export async function notifyRuns(tx: Transaction): Promise<void> {
  await sql`select pg_notify(${RUNS_CHANNEL}, '')`.execute(tx);
}

/**
 * In the transaction that schedules a test: its commit notifies every process that the test may be due before the next
 * poll.
 */
export async function notifyDue(tx: Transaction): Promise<void> {
  await sql`select pg_notify(${DUE_CHANNEL}, '')`.execute(tx);
}

/** The gateways in the database have changed. The payload is empty: each process queries for itself. */
export const GATEWAYS_CHANNEL = 'textprobe_gateways';

/** Sent when the caller's transaction commits. */
export async function notifyGateways(db: Database): Promise<void> {
  await sql`select pg_notify(${GATEWAYS_CHANNEL}, '')`.execute(db);
}
