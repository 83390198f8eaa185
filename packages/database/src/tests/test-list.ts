/** The list of tests, newest first: by page with a count, or whole in batches (LIST-13). */
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import { sql } from 'kysely';
import type { TestType } from '../column-types.ts';
import { type Database, sqlTime } from '../connection.ts';
import type { TestRow } from './tests.ts';

/** All that are given must hold; an id matches any of a test's. */
export interface TestFilter {
  readonly partnerId?: number | undefined;
  readonly clientId?: number | undefined;
  readonly officeId?: number | undefined;
  readonly executionStatus?: ExecutionStatus | undefined;
  readonly testType?: TestType | undefined;
}

export async function listTestsPage(
  db: Database,
  filter: TestFilter,
  slice: { offset: number; limit: number },
): Promise<TestRow[]> {
  return filtered(db, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
}

export async function countTests(db: Database, filter: TestFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Every test of the filter, a batch at a time: memory and the connection are held for one batch only. */
export async function* streamTests(
  db: Database,
  filter: TestFilter,
  batchSize: number,
): AsyncGenerator<TestRow[]> {
  let last: TestRow | undefined;
  for (;;) {
    let query = filtered(db, filter).selectAll();
    if (last !== undefined) {
      query = query.where(sql<boolean>`(created_at, id) < (${sqlTime(last.created_at)}, ${last.id})`);
    }
    const batch = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(batchSize).execute();
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1);
  }
}

function filtered(db: Database, filter: TestFilter) {
  let query = db.selectFrom('tests');
  if (filter.executionStatus !== undefined) {
    query = query.where('execution_status', '=', filter.executionStatus);
  }
  if (filter.testType !== undefined) query = query.where('test_type', '=', filter.testType);
  // `@>` can use the GIN indexes; `= any(column)` cannot.
  const lists = [
    ['partner_ids', filter.partnerId],
    ['client_ids', filter.clientId],
    ['office_ids', filter.officeId],
  ] as const;
  for (const [column, id] of lists) {
    if (id !== undefined) query = query.where(sql<boolean>`${sql.ref(column)} @> array[${id}::integer]`);
  }
  return query;
}
