/** Runs: inserted once per due instant, then expanded into messages chunk by chunk. */
import { MESSAGES_NOT_CREATED } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { MessageType, OfficePhonePair, TestType } from '../schema/column-types.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';

/**
 * Inserts the run of a test for a due instant (promise 2: the table allows only one).
 * @param run instants and durations in milliseconds
 * @returns its id; null if it already exists or the test does not
 */
export async function insertRun(
  tx: Transaction,
  run: { testId: number; dueAt: number; deadlineMs: number; now: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into runs (test_id, due_at, created_at, deadline_ms, message_total)
    select id, ${sqlTime(run.dueAt)}, ${sqlTime(run.now)}, ${run.deadlineMs}::int4, messages_per_run
    from tests where id = ${run.testId}
    on conflict (test_id, due_at) do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** A run to expand, with its test's definition. Durations are milliseconds. */
export interface RunToExpand {
  readonly id: number;
  readonly testId: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly deadlineMs: number;
  /** When its messages expire, epoch milliseconds; null: not started. */
  readonly expiresAt: number | null;
  /** For a recurring test its next due instant, epoch milliseconds; null for any other. */
  readonly nextDue: number | null;
  /** How many of its messages have been created. */
  readonly position: number;
  readonly body: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
  readonly officeIds: readonly number[];
  readonly phoneIds: readonly number[];
  /** Just these if not null, else every office with every phone. */
  readonly pairs: readonly OfficePhonePair[] | null;
}

const runToExpand = sql`r.id, r.test_id as "testId", r.created_at as "createdAt", r.deadline_ms as "deadlineMs",
  r.expires_at as "expiresAt", case when t.test_type = 'RECURRING' then t.next_due end as "nextDue",
  r.messages_created as position, t.body,
  t.message_type as "messageType", t.test_type as "testType", t.office_ids as "officeIds", t.phone_ids as "phoneIds",
  t.pairs`;

/**
 * Takes queued runs, oldest first. Their rows are the queue: rows locked by other workers are skipped, and so are runs
 * whose tests are being changed. The test leaves UNEXECUTED, and its definition is frozen from then on.
 */
export async function takeRunsToBegin(
  tx: Transaction,
  { now, limit }: { now: number; limit: number },
): Promise<RunToExpand[]> {
  // All other code locks the test before its runs. This cannot deadlock with it, because it never waits for a lock.
  const { rows } = await sql<RunToExpand>`${PREPARED}
    with r as materialized (
      select * from runs
      where messages_created = 0 and message_total > 0 and status = 'EXECUTING' and closed_at is null
        and ${isNotSetAside('run', sql`runs.id`, now)}
      order by id limit ${limit} for no key update skip locked),
    taken as materialized (
      select ${runToExpand}, t.execution_status from r join tests t on t.id = r.test_id
      for no key update of t skip locked),
    executing as (
      update tests t set execution_status = 'EXECUTING', status_reason = null, updated_at = ${sqlTime(now)}
      from taken where t.id = taken."testId" and taken.execution_status = 'UNEXECUTED')
    select * from taken order by id`.execute(tx);
  return rows;
}

/**
 * Locks a started run to create its next messages; other workers wait and then see its progress.
 * @returns null if it does not exist any more or has ended
 */
export async function lockBegunRun(tx: Transaction, runId: number): Promise<RunToExpand | null> {
  // The test first, then the run: the lock order of all code.
  await sql`select from tests where id = (select test_id from runs where id = ${runId}) for no key update`.execute(
    tx,
  );
  const { rows } = await sql<RunToExpand>`
    select ${runToExpand} from runs r join tests t on t.id = r.test_id
    where r.id = ${runId} and r.messages_created > 0 and r.closed_at is null and r.status = 'EXECUTING'
    for no key update of r`.execute(tx);
  return rows[0] ?? null;
}

/** Withdraws the unstarted runs of a locked test: its definition or schedule has changed. */
export async function withdrawRuns(tx: Transaction, testId: number): Promise<void> {
  await sql`delete from runs where test_id = ${testId} and closed_at is null and messages_created = 0`.execute(
    tx,
  );
}

/** Progress of a locked run and its total: the test may have changed between creation and start. */
export interface RunProgress {
  readonly id: number;
  readonly position: number;
  readonly total: number;
  /** How many messages were skipped because their office or phone is gone. */
  readonly missing: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Stores the progress. */
export async function advanceRuns(tx: Transaction, runs: readonly RunProgress[]): Promise<void> {
  const advanced = rowsAsTable('a', runs, {
    id: ['int8', (run) => run.id],
    position: ['int4', (run) => run.position],
    total: ['int4', (run) => run.total],
    missing: ['int4', (run) => run.missing],
    expires_at: ['instant', (run) => run.expiresAt],
  });
  await sql`${PREPARED} update runs r set messages_created = a.position, message_total = a.total,
      messages_missing = r.messages_missing + a.missing, expires_at = a.expires_at
    from ${advanced} where r.id = a.id`.execute(tx);
}

/** Started runs created before an instant that are incomplete: their worker may be lost. Oldest first. */
export async function listUnfinishedRuns(
  db: Database,
  of: { createdBefore: number; now: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from runs
    where closed_at is null and status = 'EXECUTING' and messages_created > 0 and messages_created < message_total
      and created_at < ${sqlTime(of.createdBefore)} and ${isNotSetAside('run', sql`runs.id`, of.now)}
    order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** When runs were due, by run, epoch milliseconds; unknown runs are missing. */
export async function findDueInstants(db: Database, runIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; dueAt: number }>`
    select id, due_at as "dueAt" from runs where id = any (${runIds}::int8[])`.execute(db);
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]));
}

/** Ends a run with the messages it has, and stores the reason. */
export async function endRunEarly(tx: Transaction, runId: number): Promise<void> {
  await sql`
    update runs set message_total = messages_created,
      status_reason = case when messages_created = 0 then ${MESSAGES_NOT_CREATED.all} else ${MESSAGES_NOT_CREATED.some} end
    where id = ${runId} and closed_at is null and messages_created < message_total`.execute(tx);
}
