/** Tests by execution status, for analytics (ANALYTICS-10). */
import { type ExecutionStatus, REASONS_OUTSIDE_RATES } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { MessageType, TestType } from '../column-types.ts';
import type { Database } from '../connection.ts';

/** `unknown`: of the tests, those that ended without any outcome known, or were missed; no rate counts them (SERVER-2). */
export interface StatusCount {
  readonly status: ExecutionStatus;
  readonly tests: number;
  readonly unknown: number;
}

/** One entry for each status that occurs. */
export async function countTestsByStatus(
  db: Database,
  filter: { readonly messageType?: MessageType | undefined; readonly testType?: TestType | undefined },
): Promise<StatusCount[]> {
  let query = db.selectFrom('tests');
  if (filter.messageType !== undefined) query = query.where('message_type', '=', filter.messageType);
  if (filter.testType !== undefined) query = query.where('test_type', '=', filter.testType);
  return query
    .select((eb) => [
      'execution_status as status',
      eb.fn.countAll<number>().as('tests'),
      sql<number>`count(*) filter (where execution_status = 'FAILED' and status_reason = any (${REASONS_OUTSIDE_RATES}::text[]))`.as(
        'unknown',
      ),
    ])
    .groupBy('execution_status')
    .execute();
}
