/** Closing of runs: finds runs with nothing open, sums up their counts, and derives the status of their tests. */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type ExecutionStatus, MESSAGES_NOT_CREATED, type RunCounts } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { notSent, offline, unalteredColumn } from '../messages/message-finding.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';

/** Deltas folded per pass: a batch of messages appends one for each of its runs. */
const DELTAS = 10_000;

/**
 * Folds deltas into the counts of their runs (of all runs, if null), and reopens closed ones, so that they are closed
 * again with the new counts.
 */
export async function foldRunDeltas(tx: Transaction, runIds: readonly number[] | null): Promise<number[]> {
  const among = runIds === null ? sql`true` : sql`run_id = any (${runIds}::int8[])`;
  const { rows } = await sql<{ id: number }>`
    with taken as (
      delete from run_deltas where id = any (array(select id from run_deltas where ${among} order by id limit ${sql.lit(DELTAS)}))
      returning *
    ), summed as materialized (
      select run_id, sum(settled) as settled, sum(received) as received, sum(known) as known, sum(offline) as offline,
        sum(not_sent) as not_sent, sum(unaltered) as unaltered, sum(compared) as compared
      from taken group by run_id
    ), held as materialized (
      select r.id from runs r where r.id in (select run_id from summed) order by r.id for no key update)
    update runs r set messages_settled = messages_settled + s.settled, messages_received = messages_received + s.received,
      messages_known = messages_known + s.known, messages_offline = messages_offline + s.offline,
      messages_not_sent = messages_not_sent + s.not_sent, messages_unaltered = messages_unaltered + s.unaltered,
      messages_compared = messages_compared + s.compared,
      -- The result of comparing files does not change the status of a run.
      closed_at = case when (s.settled, s.received, s.known, s.offline, s.not_sent) = (0, 0, 0, 0, 0) then closed_at end
    from held h join summed s on s.run_id = h.id where r.id = h.id
    returning r.id`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * The ids of runs (among all, if null) that are not closed, have all their messages, none of them open, and whose
 * closing is not set aside.
 */
export async function findFinishedRuns(
  db: Database,
  of: { runIds: readonly number[] | null; now: number },
): Promise<number[]> {
  const among = of.runIds === null ? sql`true` : sql`r.id = any (${of.runIds}::int8[])`;
  const { rows } = await sql<{ id: number }>`
    select r.id from runs r
    where ${among} and r.closed_at is null and r.status <> 'WAITING' and r.messages_created >= r.message_total
      and r.messages_settled >= r.messages_created - r.messages_missing
      and ${isNotSetAside('closing', sql`r.id`, of.now)}
    order by r.id`.execute(db);
  return rows.map((row) => row.id);
}

/** A run to close, with its counts. */
export interface FinishedRun {
  readonly id: number;
  readonly testId: number;
  readonly counts: RunCounts;
}

/**
 * Locks runs, their tests first; runs that were closed in the meantime are left out. Counts read after this stay valid.
 */
export async function lockRunsToClose(tx: Transaction, runIds: readonly number[]): Promise<FinishedRun[]> {
  await sql`select id from tests where id in (select test_id from runs where id = any (${runIds}::int8[]))
    order by id for no key update`.execute(tx);
  const { rows } = await sql<Omit<FinishedRun, 'counts'> & RunCounts>`
    select id, test_id as "testId", messages_created - messages_missing as total, messages_settled as settled,
      messages_received as received, messages_known as known, messages_offline as offline, messages_not_sent as "notSent"
    from runs
    where id = any (${runIds}::int8[]) and closed_at is null and status <> 'WAITING'
      and messages_created >= message_total
    order by id for no key update`.execute(tx);
  return rows.map(({ id, testId, ...counts }) => ({ id, testId, counts }));
}

const known = messageStatusRank('FAILED');
const delivered = messageStatusRank('DELIVERED');
const received = messageStatusRank('RECEIVED');

const offlineOfM = offline(sql`m.`);
const notSentOfM = notSent(sql`m.`);

/** The counts of messages `m`: columns settled, known, offline, notSent, unaltered, compared and received. */
export const messageCounts = sql`count(m.settled_at) as settled,
  count(*) filter (where m.status >= ${sql.lit(known)}::int2 and not ${offlineOfM} and not ${notSentOfM}) as known,
  count(*) filter (where ${offlineOfM}) as offline,
  count(*) filter (where ${notSentOfM}) as "notSent",
  count(*) filter (where ${unalteredColumn} = 'yes') as unaltered,
  count(*) filter (where ${unalteredColumn} in ('yes', 'no')) as compared,
  count(*) filter (where m.status = ${sql.lit(received)}::int2
    or (m.status = ${sql.lit(delivered)}::int2 and m.evidence = 'receipt')) as received`;

/** Final status of a run. */
export interface ClosedRun {
  readonly id: number;
  readonly status: Extract<ExecutionStatus, 'DELIVERED' | 'PARTIALLY_DELIVERED' | 'FAILED'>;
  readonly reason: string | null;
}

/** Closes locked runs. */
export async function closeRuns(tx: Transaction, closed: readonly ClosedRun[], now: number): Promise<void> {
  const ended = rowsAsTable('c', closed, {
    id: ['int8', (run) => run.id],
    status: ['text', (run) => run.status],
    reason: ['text', (run) => run.reason],
  });
  await sql`update runs r set status = c.status, closed_at = ${sqlTime(now)},
      status_reason = case when r.status_reason = any (${Object.values(MESSAGES_NOT_CREATED)}::text[])
        then r.status_reason else c.reason end
    from ${ended} where r.id = c.id`.execute(tx);
}

/**
 * Sets locked tests to the status of their runs: EXECUTING if any run is, or else that of the latest. Occurrences that
 * sent nothing do not count.
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
