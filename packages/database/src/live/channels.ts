/**
 * Channels of LISTEN and NOTIFY by which processes notify each other of changed tests and gateways, and of waiting
 * work. The leader's channel is in `leaders/lease.ts`.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';

/** Changed tests: only their ids and partners, not the changes. */
export const LIVE_TESTS_CHANNEL = 'textprobe_tests';

/** A test that was created, changed or deleted, with its partners; one that changed them is listed with each. */
export interface ChangedTest {
  readonly id: number;
  readonly partnerIds: readonly number[];
}

/** Changed tests of the same partners: an account sees them if it sees all of these. */
export interface LiveTests {
  readonly partnerIds: readonly number[];
  /** Null: too many to list. */
  readonly testIds: readonly number[] | null;
}

/** A notification holds less than 8,000 bytes; beyond this, readers should refetch what they show. */
const MAX_BYTES = 7_999;

/**
 * Notifies every process. Call it outside transactions that write messages: NOTIFY takes a lock that all commits with a
 * NOTIFY share.
 */
export async function notifyTests(db: Database, changed: readonly ChangedTest[]): Promise<void> {
  const groups = groupTests(changed);
  const withoutIds = groups.map(({ partnerIds }) => ({ partnerIds, testIds: null }));
  const payload = [groups, withoutIds]
    .map((one) => JSON.stringify(one))
    .find(({ length }) => length <= MAX_BYTES);
  await sql`select pg_notify(${LIVE_TESTS_CHANNEL}, ${payload ?? 'null'})`.execute(db);
}

/** By their partners. */
export function groupTests(changed: readonly ChangedTest[]): LiveTests[] {
  const groups = Map.groupBy(changed, ({ partnerIds }) => partnerIds.toSorted((a, b) => a - b).join());
  return [...groups].map(([key, tests]) => ({
    partnerIds: key === '' ? [] : key.split(',').map(Number),
    testIds: [...new Set(tests.map(({ id }) => id))],
  }));
}

/** Parses a notification's payload; null, also for an unknown format: tests of any partner may have changed. */
export function parseLiveTests(payload: string): LiveTests[] | null {
  try {
    const groups: unknown = JSON.parse(payload);
    if (Array.isArray(groups) && groups.every(isLiveTests)) return groups;
  } catch {
    // From another version of this program: refetching is always right.
  }
  return null;
}

function isLiveTests(group: Partial<LiveTests> | null): group is LiveTests {
  return isIds(group?.partnerIds) && (group?.testIds === null || isIds(group?.testIds));
}

function isIds(ids: unknown): boolean {
  return Array.isArray(ids) && ids.every(Number.isSafeInteger);
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
