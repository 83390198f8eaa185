/** Due tests: locked by one worker, which inserts their runs and stores their next due instant in one transaction. */
import { MISSED_BY_LIMIT, NOT_RUN_REASONS, type RunStatus } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { countMessages } from '../limits/daily-messages.ts';
import type { Overlap, TestType } from '../schema/column-types.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';

export interface DueTestRow {
  readonly id: number;
  readonly testType: TestType;
  readonly recurrenceRule: unknown;
  readonly overlap: Overlap;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** Longest due first; tests locked by other workers are skipped. */
export async function takeDueTests(
  tx: Transaction,
  of: { now: number; limit: number },
): Promise<DueTestRow[]> {
  const { rows } = await sql<DueTestRow>`
    select id, test_type as "testType", recurrence_rule as "recurrenceRule", overlap, next_due as "dueAt"
    from tests where next_due <= ${sqlTime(of.now)} and ${isNotSetAside('due test', sql`tests.id`, of.now)}
    order by next_due, id limit ${of.limit} for no key update skip locked`.execute(tx);
  return rows;
}

/** The started or waiting runs of locked tests that have not ended. */
export async function findUnfinishedRuns(
  tx: Transaction,
  testIds: readonly number[],
): Promise<{ testId: number; status: 'EXECUTING' | 'WAITING' }[]> {
  // A run that a late arrival has reopened keeps its status: it is not executing.
  const { rows } = await sql<{ testId: number; status: 'EXECUTING' | 'WAITING' }>`
    select distinct test_id as "testId", status from runs
    where test_id = any (${testIds}::int4[]) and closed_at is null and status in ('EXECUTING', 'WAITING')`.execute(
    tx,
  );
  return rows;
}

/** One due instant of a locked test and what happens to it. */
export interface NewRun {
  readonly testId: number;
  readonly dueAt: number;
  readonly status: Extract<RunStatus, 'EXECUTING' | 'WAITING' | 'MISSED' | 'SKIPPED'>;
}

/**
 * Inserts the runs, except for instants that have one (promise 2); runs that send nothing are closed at once.
 * @param of instants and durations in milliseconds
 * @returns the runs to start, and those that a daily limit stopped
 */
export async function insertDueRuns(
  tx: Transaction,
  runs: readonly NewRun[],
  of: { deadlineMs: number; now: number },
): Promise<BegunRuns> {
  const wanted = rowsAsTable('g', runs, {
    test_id: ['int4', (run) => run.testId],
    due_at: ['instant', (run) => run.dueAt],
    status: ['text', (run) => run.status],
    reason: [
      'text',
      ({ status }) => (status === 'MISSED' || status === 'SKIPPED' ? NOT_RUN_REASONS[status] : null),
    ],
  });
  const { rows } = await sql<{ id: number; testId: number; status: RunStatus }>`
    insert into runs (test_id, due_at, created_at, deadline_ms, message_total, status, status_reason, closed_at)
    select g.test_id, g.due_at, ${sqlTime(of.now)}, ${of.deadlineMs}::int4,
      case when g.reason is null then t.messages_per_run else 0 end,
      g.status, g.reason, case when g.reason is null then null else ${sqlTime(of.now)} end
    from ${wanted} join tests t on t.id = g.test_id
    on conflict (test_id, due_at) do nothing
    returning id, test_id as "testId", status`.execute(tx);
  return missOverLimit(
    tx,
    rows.filter((run) => run.status === 'EXECUTING'),
    of.now,
  );
}

interface RunOfTest {
  readonly id: number;
  readonly testId: number;
}

export interface BegunRuns {
  readonly begun: readonly RunOfTest[];
  /** MISSED: a daily limit leaves too few messages. */
  readonly overLimit: readonly RunOfTest[];
}

/** Counts the messages of runs that start now, and closes those over a daily limit (ACCT-11). */
async function missOverLimit(tx: Transaction, runs: readonly RunOfTest[], now: number): Promise<BegunRuns> {
  const refused = await countMessages(
    tx,
    runs.map((run) => run.testId),
    now,
  );
  const overLimit = runs.filter((run) => refused.has(run.testId));
  if (overLimit.length > 0)
    await sql`update runs
      set status = 'MISSED', status_reason = ${MISSED_BY_LIMIT}, message_total = 0, closed_at = ${sqlTime(now)}
      where id = any (${overLimit.map((run) => run.id)}::int8[])`.execute(tx);
  return { begun: runs.filter((run) => !refused.has(run.testId)), overLimit };
}

/** New state of a due test. */
export interface AdvancedTest {
  readonly id: number;
  /** Epoch milliseconds; null: nothing is left. */
  readonly nextDue: number | null;
  /** EXECUTING if a run starts now, FAILED if its only run was missed; otherwise null. */
  readonly status: 'EXECUTING' | 'FAILED' | null;
  /** The reason for the new status. */
  readonly reason: string | null;
}

/** Stores the next occurrence of locked tests. */
export async function advanceTests(
  tx: Transaction,
  tests: readonly AdvancedTest[],
  now: number,
): Promise<void> {
  const advanced = rowsAsTable('a', tests, {
    id: ['int4', (test) => test.id],
    next_due: ['instant', (test) => test.nextDue],
    status: ['text', (test) => test.status],
    reason: ['text', (test) => test.reason],
  });
  await sql`
    update tests t set next_due = a.next_due, updated_at = ${sqlTime(now)},
      execution_status = coalesce(a.status, t.execution_status),
      status_reason = case when a.status is null then t.status_reason else a.reason end
    from ${advanced} where t.id = a.id`.execute(tx);
}

/** Releases waiting runs whose predecessor has ended: their tests become EXECUTING. Those over a daily limit are MISSED. */
export async function beginWaitingRuns(
  tx: Transaction,
  of: { now: number; limit: number },
): Promise<BegunRuns> {
  // In the order of its small index: without statistics the plan joined all runs, 137 ms for 300,000.
  const { rows: waiting } = await sql<{ testId: number }>`
    select test_id as "testId" from runs where status = 'WAITING' order by id limit ${of.limit}`.execute(tx);
  if (waiting.length === 0) return { begun: [], overLimit: [] };
  // Their tests first: the lock order of all code.
  const { rows: tests } = await sql<{ id: number }>`
    select id from tests where id = any (${waiting.map((run) => run.testId)}::int4[])
    order by id for no key update skip locked`.execute(tx);
  const { rows } = await sql<{ id: number; testId: number }>`
    update runs r set status = 'EXECUTING', created_at = ${sqlTime(of.now)}
    where r.test_id = any (${tests.map((test) => test.id)}::int4[]) and r.status = 'WAITING'
      and not exists (select 1 from runs o
        where o.test_id = r.test_id and o.closed_at is null and o.status = 'EXECUTING')
    returning r.id, r.test_id as "testId"`.execute(tx);
  const outcome = await missOverLimit(tx, rows, of.now);
  await sql`update tests set execution_status = 'EXECUTING', status_reason = null, updated_at = ${sqlTime(of.now)}
    where id = any (${outcome.begun.map((run) => run.testId)}::int4[])`.execute(tx);
  return outcome;
}
