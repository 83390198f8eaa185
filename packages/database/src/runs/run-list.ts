/** The runs of a test for its report: newest first, each with the counts of its messages. */
import type { RunCounts, RunStatus } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { allOfTest } from '../messages/messages-of-test.ts';
import type { Scope } from '../scope/scope.ts';
import { messageCounts } from './run-closing.ts';

/** Instants in epoch milliseconds. */
export interface RunListRow {
  readonly id: number;
  readonly due_at: number;
  readonly created_at: number;
  readonly closed_at: number | null;
  readonly status: RunStatus;
  readonly status_reason: string | null;
  /** Planned number of messages. */
  readonly message_total: number;
  /** Counts of the messages created so far. */
  readonly counts: Omit<RunCounts, 'total'>;
}

/** At most `limit`, with the counts of messages in scope; only those due before `dueBefore`, if given. */
export async function listRunsOfTest(
  db: Database,
  scope: Scope,
  testId: number,
  page: { limit: number; dueBefore?: number | undefined },
): Promise<RunListRow[]> {
  let query = db
    .selectFrom('runs')
    .select(['id', 'due_at', 'created_at', 'closed_at', 'status', 'status_reason', 'message_total'])
    .where('test_id', '=', testId);
  if (page.dueBefore !== undefined) query = query.where('due_at', '<', sqlTime(page.dueBefore));
  const runs = await query.orderBy('due_at', 'desc').limit(page.limit).execute();
  const counts = await countMessages(db, scope, testId, runs);
  return runs.map((run) => ({
    ...run,
    counts: counts.get(run.id) ?? { settled: 0, received: 0, known: 0, offline: 0, notSent: 0 },
  }));
}

/** How many messages of a test's latest run arrived; `unaltered` of `compared` as in the domain's `ReportRate`. */
export interface LatestRun {
  readonly testId: number;
  readonly runId: number;
  readonly messages: number;
  readonly received: number;
  readonly known: number;
  readonly unaltered: number;
  readonly compared: number;
}

/** The latest run of each of these tests that sent anything; tests without one are missing. */
export async function findLatestRuns(
  db: Database,
  testIds: readonly number[],
): Promise<Map<number, LatestRun>> {
  if (testIds.length === 0) return new Map();
  const { rows } = await sql<LatestRun>`
    select r.* from unnest(${testIds}::int4[]) as t (id) cross join lateral (
      select test_id as "testId", id as "runId", message_total - messages_missing as messages,
        messages_received as received, messages_known as known, messages_unaltered as unaltered, messages_compared as compared
      from runs
      where test_id = t.id and status not in ('WAITING', 'MISSED', 'SKIPPED') and messages_created > 0
      order by due_at desc limit 1) r`.execute(db);
  return new Map(rows.map((row) => [row.testId, row]));
}

/** How many runs of a recurring test the list of tests shows (EVIDENCE-6). */
export const RECENT_RUNS = 20;

/** The newest runs of each of these tests, newest first; tests without one are missing. */
export async function findRecentRuns(
  db: Database,
  testIds: readonly number[],
): Promise<Map<number, { readonly runId: number; readonly status: RunStatus }[]>> {
  if (testIds.length === 0) return new Map();
  const { rows } = await sql<{ testId: number; runId: number; status: RunStatus }>`
    select r.* from unnest(${testIds}::int4[]) as t (id) cross join lateral (
      select test_id as "testId", id as "runId", status from runs
      where test_id = t.id order by due_at desc limit ${sql.lit(RECENT_RUNS)}) r`.execute(db);
  const byTest = Map.groupBy(rows, ({ testId }) => testId);
  return new Map([...byTest].map(([id, runs]) => [id, runs.map(({ runId, status }) => ({ runId, status }))]));
}

/** All runs in one scan of the test's messages. */
async function countMessages(
  db: Database,
  scope: Scope,
  testId: number,
  runs: readonly { readonly id: number }[],
): Promise<Map<number, Omit<RunCounts, 'total'>>> {
  if (runs.length === 0) return new Map();
  const messages = await allOfTest(db, scope, { testId, runIds: runs.map(({ id }) => id) });
  const { rows } = await sql<Omit<RunCounts, 'total'> & { id: number }>`
    select run_id as id, ${messageCounts} from ${messages} m group by run_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function countRunsOfTest(db: Database, testId: number): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether the run belongs to the test. */
export async function isRunOfTest(db: Database, of: { testId: number; runId: number }): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('id', '=', of.runId)
    .where('test_id', '=', of.testId)
    .executeTakeFirst();
  return row !== undefined;
}
