/** Runs: made once for each due instant, then turned into messages a chunk at a time. */
import { sql } from 'kysely';
import type { MessageType, TestType } from '../column-types.ts';
import type { Database, Transaction } from '../connection.ts';
import { sqlTime } from '../connection.ts';

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
  /** How far offices × phones has been turned into messages. */
  readonly position: number;
  readonly body: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
  readonly officeIds: readonly number[];
  readonly phoneIds: readonly number[];
}

/**
 * Takes a run under lock to make its next messages; whoever else tries waits, and then sees how far it has come. With
 * its first chunk the test leaves UNEXECUTED, and from then on its definition stands.
 * @returns null when the run does not exist, or no longer
 */
export async function lockRunToExpand(
  tx: Transaction,
  runId: number,
  now: number,
): Promise<RunToExpand | null> {
  // The test first, then the run: everybody locks in this order. Whoever changed the test meanwhile may have withdrawn
  // the run, which shows only once the lock is there.
  const { rows: tests } = await sql<{ id: number; unexecuted: boolean }>`
    select id, execution_status = 'UNEXECUTED' as unexecuted from tests
    where id = (select test_id from runs where id = ${runId}) for no key update`.execute(tx);
  const { rows } = await sql<RunToExpand>`
    select r.id, r.test_id as "testId", r.created_at as "createdAt", r.deadline_ms as "deadlineMs", r.messages_created as position, t.body,
      t.message_type as "messageType", t.test_type as "testType", t.office_ids as "officeIds", t.phone_ids as "phoneIds"
    from runs r join tests t on t.id = r.test_id
    where r.id = ${runId} and r.closed_at is null and r.status = 'EXECUTING'
    for no key update of r`.execute(tx);
  const [run] = rows;
  if (run === undefined) return null;
  if (tests[0]?.unexecuted) {
    await sql`update tests set execution_status = 'EXECUTING', status_reason = null, updated_at = ${sqlTime(now)}
      where id = ${run.testId}`.execute(tx);
  }
  return run;
}

/** Takes back the run of a test under lock that has not begun: its definition has changed, or its schedule. */
export async function withdrawRuns(tx: Transaction, testId: number): Promise<void> {
  await sql`delete from runs where test_id = ${testId} and closed_at is null and messages_created = 0`.execute(
    tx,
  );
}

/** Notes how far a locked run has come, and of how many: the test may have been changed between creation and start. */
export async function advanceRun(
  tx: Transaction,
  run: { id: number; position: number; total: number },
): Promise<void> {
  await sql`update runs set messages_created = ${run.position}::int4, message_total = ${run.total}::int4
    where id = ${run.id}`.execute(tx);
}

/**
 * Runs made before an instant that are not all messages yet: their worker, or their job, was lost. The oldest come first.
 * @param of.after the id of the last one seen before
 */
export async function listUnexpandedRuns(
  db: Database,
  of: { createdBefore: number; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from runs
    where closed_at is null and status = 'EXECUTING' and messages_created < message_total
      and created_at < ${sqlTime(of.createdBefore)} and id > ${of.after}
    order by id limit ${of.limit}`.execute(db);
  return rows.map((row) => row.id);
}
