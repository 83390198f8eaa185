/** Runs: made once for each due instant, then turned into messages a chunk at a time. */
import { MESSAGES_NOT_MADE } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { KEPT } from '../core/named-statements.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { MessageType, TestType } from '../schema/column-types.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';

/**
 * Makes the run of a test at a due instant (promise 2: the table holds but one for each).
 * @param run instants and spans in milliseconds
 * @returns its id; null when it exists already, or the test does not
 */
export async function insertRun(
  tx: Transaction,
  run: { testId: number; dueAt: number; deadlineMs: number; now: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into runs (test_id, due_at, created_at, deadline_ms, message_total)
    select id, ${sqlTime(run.dueAt)}, ${sqlTime(run.now)}, ${run.deadlineMs}::int4,
      cardinality(office_ids) * cardinality(phone_ids)
    from tests where id = ${run.testId}
    on conflict (test_id, due_at) do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** A run that is being turned into messages, with what its test says. Spans are milliseconds. */
export interface RunToExpand {
  readonly id: number;
  readonly testId: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly deadlineMs: number;
  /** Until when its messages may wait, epoch milliseconds; null: it has not started. */
  readonly expiresAt: number | null;
  /** Of a recurring test: when it is due again, epoch milliseconds; null of any other. */
  readonly nextDue: number | null;
  /** How far offices × phones has been turned into messages. */
  readonly position: number;
  readonly body: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
  readonly officeIds: readonly number[];
  readonly phoneIds: readonly number[];
}

const runToExpand = sql`r.id, r.test_id as "testId", r.created_at as "createdAt", r.deadline_ms as "deadlineMs",
  r.expires_at as "expiresAt", case when t.test_type = 'RECURRING' then t.next_due end as "nextDue",
  r.messages_created as position, t.body,
  t.message_type as "messageType", t.test_type as "testType", t.office_ids as "officeIds", t.phone_ids as "phoneIds"`;

/**
 * Takes runs that wait to begin, the oldest first. Their rows are the queue: those that another worker has locked are passed
 * over, and so are those whose tests are being changed. A test leaves UNEXECUTED, and from then on its definition stands.
 */
export async function takeRunsToBegin(
  tx: Transaction,
  { now, limit }: { now: number; limit: number },
): Promise<RunToExpand[]> {
  // Everybody else locks the test before its runs. This cannot deadlock with them: it never waits for a lock.
  const { rows } = await sql<RunToExpand>`${KEPT}
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
 * Takes a run that has begun under lock to make its next messages; whoever else tries waits, and then sees how far it has come.
 * @returns null where it does not exist any more, or has ended
 */
export async function lockBegunRun(tx: Transaction, runId: number): Promise<RunToExpand | null> {
  // The test first, then the run: everybody locks in this order.
  await sql`select from tests where id = (select test_id from runs where id = ${runId}) for no key update`.execute(
    tx,
  );
  const { rows } = await sql<RunToExpand>`
    select ${runToExpand} from runs r join tests t on t.id = r.test_id
    where r.id = ${runId} and r.messages_created > 0 and r.closed_at is null and r.status = 'EXECUTING'
    for no key update of r`.execute(tx);
  return rows[0] ?? null;
}

/** Takes back the run of a test under lock that has not begun: its definition has changed, or its schedule. */
export async function withdrawRuns(tx: Transaction, testId: number): Promise<void> {
  await sql`delete from runs where test_id = ${testId} and closed_at is null and messages_created = 0`.execute(
    tx,
  );
}

/** How far a locked run has come, and of how many: the test may have been changed between creation and start. */
export interface RunProgress {
  readonly id: number;
  readonly position: number;
  readonly total: number;
  /** So many messages less were made than it has come on: an office or a phone is gone. */
  readonly missing: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Notes it. */
export async function advanceRuns(tx: Transaction, runs: readonly RunProgress[]): Promise<void> {
  const advanced = rowsAsTable('a', runs, {
    id: ['int8', (run) => run.id],
    position: ['int4', (run) => run.position],
    total: ['int4', (run) => run.total],
    missing: ['int4', (run) => run.missing],
    expires_at: ['instant', (run) => run.expiresAt],
  });
  await sql`${KEPT} update runs r set messages_created = a.position, message_total = a.total,
      messages_missing = r.messages_missing + a.missing, expires_at = a.expires_at
    from ${advanced} where r.id = a.id`.execute(tx);
}

/** Runs made before an instant that have begun and are not all messages yet: their worker may be lost. The oldest come first. */
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

/** When runs were due, by run, epoch milliseconds; runs that do not exist are missing. */
export async function findDueInstants(db: Database, runIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; dueAt: number }>`
    select id, due_at as "dueAt" from runs where id = any (${runIds}::int8[])`.execute(db);
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]));
}

/** Makes no more messages of a run: it ends with those it has, and its status bears the reason. */
export async function endRunEarly(tx: Transaction, runId: number): Promise<void> {
  await sql`
    update runs set message_total = messages_created,
      status_reason = case when messages_created = 0 then ${MESSAGES_NOT_MADE.all} else ${MESSAGES_NOT_MADE.some} end
    where id = ${runId} and closed_at is null and messages_created < message_total`.execute(tx);
}
