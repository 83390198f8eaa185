/** Tests by execution status, for analytics (ANALYTICS-10). */
import { type ExecutionStatus, REASONS_OUTSIDE_RATES } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import type { MessageType, TestType } from '../schema/column-types.ts';
import { areInScope, type Scope } from '../scope/scope.ts';

/** `unknown`: tests that ended without any known outcome, or were missed; no rate counts them (SERVER-2). */
export interface StatusCount {
  readonly status: ExecutionStatus;
  readonly tests: number;
  readonly unknown: number;
}

/** All given filters must match. Days are Los Angeles days of creation, both inclusive. */
export interface CountedBy {
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
  readonly messageType?: MessageType | undefined;
  readonly testType?: TestType | undefined;
  readonly executionStatus?: ExecutionStatus | undefined;
}

/** One entry per status with tests; for all partners from rollups, so no figure scans the tests. */
export async function countTestsByStatus(
  db: Database,
  scope: Scope,
  filter: CountedBy,
): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select execution_status as status, sum(tests)::int8 as tests,
      coalesce(sum(tests) filter (where execution_status = 'FAILED'
        and status_reason = any (${REASONS_OUTSIDE_RATES}::text[])), 0)::int8 as unknown
    from (${counted(scope, filter)}) counted
    group by 1
    having sum(tests) <> 0
    order by 1`.execute(db);
  return rows;
}

/** The number of tests of a kind. */
export async function countTestsOfKind(db: Database, scope: Scope, filter: CountedBy): Promise<number> {
  const { rows } = await sql<{ tests: number }>`
    select coalesce(sum(tests), 0)::int8 as tests from (${counted(scope, filter)}) counted`.execute(db);
  return rows[0]?.tests ?? 0;
}

/** Counts for all partners: folded and pending deltas in one statement, so from one snapshot. Other scopes have no sums. */
function counted(scope: Scope, filter: CountedBy) {
  const all = [sql`true`];
  if (filter.messageType !== undefined) all.push(sql`message_type = ${filter.messageType}`);
  if (filter.testType !== undefined) all.push(sql`test_type = ${filter.testType}`);
  if (filter.executionStatus !== undefined) all.push(sql`execution_status = ${filter.executionStatus}`);
  if (filter.firstDay !== undefined) all.push(sql`day >= ${filter.firstDay}::date`);
  if (filter.lastDay !== undefined) all.push(sql`day <= ${filter.lastDay}::date`);
  const conditions = sql.join(all, sql` and `);
  if (scope.partnerIds !== null) {
    return sql`
      select execution_status, status_reason, 1 as tests from (
        select *, (created_at at time zone 'America/Los_Angeles')::date as day from tests
        where ${areInScope(scope, sql`partner_ids`)}) own
      where ${conditions}`;
  }
  const isDated = filter.firstDay !== undefined || filter.lastDay !== undefined;
  const folded = sql.table(isDated ? 'daily_test_counts' : 'test_counts');
  return sql`
    select execution_status, status_reason, tests from ${folded} where ${conditions}
    union all
    select execution_status, status_reason, tests from test_count_deltas where ${conditions}`;
}
