/** Closing runs: which have nothing open, what they add up to, and what that makes of their tests. */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type ExecutionStatus, MESSAGES_NOT_MADE, type RunCounts } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { Database, Transaction } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import { notSent } from '../messages/message-finding.ts';
import { rowsAsTable } from '../rows-as-table.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';

/** Of the runs (of all, when null) those not closed that have all their messages and no open one, and whose closing is not set aside. */
export async function findFinishedRuns(
  db: Database,
  of: { runIds: readonly number[] | null; now: number },
): Promise<number[]> {
  const among = of.runIds === null ? sql`true` : sql`r.id = any (${of.runIds}::int8[])`;
  const { rows } = await sql<{ id: number }>`
    select r.id from runs r
    where ${among} and r.closed_at is null and r.status <> 'WAITING' and r.messages_created >= r.message_total
      and not exists (select 1 from messages m where m.run_id = r.id and m.settled_at is null
        and m.created_at >= r.created_at)
      and ${isNotSetAside('closing', sql`r.id`, of.now)}
    order by r.id`.execute(db);
  return rows.map((row) => row.id);
}

/** A run to be closed. */
export interface FinishedRun {
  readonly id: number;
  readonly testId: number;
}

/** Takes runs under lock, their tests first; those closed meanwhile are left out. What is counted after this stays true. */
export async function lockRunsToClose(tx: Transaction, runIds: readonly number[]): Promise<FinishedRun[]> {
  await sql`select id from tests where id in (select test_id from runs where id = any (${runIds}::int8[]))
    order by id for no key update`.execute(tx);
  const { rows } = await sql<FinishedRun>`
    select id, test_id as "testId" from runs
    where id = any (${runIds}::int8[]) and closed_at is null and status <> 'WAITING'
      and messages_created >= message_total
    order by id for no key update`.execute(tx);
  return rows;
}

/**
 * What the messages of runs add up to, by run; runs without messages are left out. They are found by test and time, as
 * no message is older than its run: an index by run would cost every change of every message, for this alone.
 */
export async function countRuns(tx: Transaction, runIds: readonly number[]): Promise<Map<number, RunCounts>> {
  const { rows } = await sql<RunCounts & { id: number }>`
    select m.run_id as id, count(*) as total, ${messageCounts}
    from runs r join messages m on m.test_id = r.test_id and m.created_at >= r.created_at and m.run_id = r.id
    where r.id = any (${runIds}::int8[])
    group by m.run_id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

const unknown = messageStatusRank('UNKNOWN');
const known = messageStatusRank('FAILED');
const delivered = messageStatusRank('DELIVERED');
const received = messageStatusRank('RECEIVED');

/** Of messages, named `m` in the statement: `endedOffline` of the domain's verdict.ts. */
export const endedOffline = sql<boolean>`(m.handset_offline and (m.status = ${sql.lit(unknown)}::int2
  or (m.status = ${sql.lit(delivered)}::int2 and m.evidence = 'handset')))`;

const notSentOfM = notSent(sql`m.`);

/** What messages, named `m` in the statement, have come to: the columns settled, known, offline, notSent and received. */
export const messageCounts = sql`count(m.settled_at) as settled,
  count(*) filter (where m.status >= ${sql.lit(known)}::int2 and not ${endedOffline} and not ${notSentOfM}) as known,
  count(*) filter (where ${endedOffline}) as offline,
  count(*) filter (where ${notSentOfM}) as "notSent",
  count(*) filter (where m.status = ${sql.lit(received)}::int2
    or (m.status = ${sql.lit(delivered)}::int2 and m.evidence = 'receipt')) as received`;

/** How a run ended. */
export interface ClosedRun {
  readonly id: number;
  readonly status: Extract<ExecutionStatus, 'DELIVERED' | 'PARTIALLY_DELIVERED' | 'FAILED'>;
  readonly reason: string | null;
}

/** Closes runs that are under lock. */
export async function closeRuns(tx: Transaction, closed: readonly ClosedRun[], now: number): Promise<void> {
  const ended = rowsAsTable('c', closed, {
    id: ['int8', (run) => run.id],
    status: ['text', (run) => run.status],
    reason: ['text', (run) => run.reason],
  });
  await sql`update runs r set status = c.status, closed_at = ${sqlTime(now)},
      status_reason = case when r.status_reason = any (${Object.values(MESSAGES_NOT_MADE)}::text[])
        then r.status_reason else c.reason end
    from ${ended} where r.id = c.id`.execute(tx);
}

/**
 * Gives tests under lock the status of their runs: EXECUTING while one is, else that of the latest. Occurrences that sent
 * nothing change nothing.
 */
export async function settleTests(tx: Transaction, testIds: readonly number[], now: number): Promise<void> {
  await sql`
    update tests t set execution_status = s.status, status_reason = s.status_reason, updated_at = ${sqlTime(now)}
    from (
      select distinct on (test_id) test_id, status, status_reason from runs
      where test_id = any (${testIds}::int4[]) and status not in ('WAITING', 'MISSED', 'SKIPPED')
      order by test_id, (status = 'EXECUTING') desc, due_at desc) s
    where t.id = s.test_id
      and (t.execution_status, t.status_reason) is distinct from (s.status, s.status_reason)`.execute(tx);
}

/**
 * Opens runs again whose settled messages have changed, so that they are concluded anew; within the transaction that
 * changes them, so that no crash in between can leave a run with a status its messages no longer bear out.
 */
export async function reopenRuns(tx: Transaction, runIds: readonly number[]): Promise<void> {
  // Locks first, whatever the row says: a run that another process is just closing would still look open here.
  await sql`select id from runs where id = any (${runIds}::int8[]) order by id for no key update`.execute(tx);
  await sql`update runs set closed_at = null where id = any (${runIds}::int8[]) and closed_at is not null`.execute(
    tx,
  );
}
