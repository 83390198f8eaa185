/** The list of tests, newest first: by page with a total, or all in batches (LIST-13). */
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import type { TestType } from '../schema/column-types.ts';
import type { Schema } from '../schema/schema.ts';
import { countTestsOfKind } from './status-counts.ts';
import type { TestRow } from './tests.ts';

/** All given filters must match; an id filter matches any of a test's ids. */
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
  // Finds the page in the index alone and fetches only its rows: otherwise a deep page would read all rows before it.
  const page = newestFirst(filtered(db, filter).select('tests.id')).offset(slice.offset).limit(slice.limit);
  return newestFirst(db.selectFrom('tests').selectAll('tests').where('tests.id', 'in', page)).execute();
}

/** The number of tests of a filter. Totals by status and type come from rollups; filters by organization are counted. */
export async function countTests(db: Database, filter: TestFilter): Promise<number> {
  const { partnerId, clientId, officeId, ...kind } = filter;
  const isOfAll = [partnerId, clientId, officeId].every((id) => id === undefined);
  if (isOfAll) return countTestsOfKind(db, kind);
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Every test of the filter, in batches: memory and the connection are needed for one batch at a time. */
export async function* streamTests(
  db: Database,
  filter: TestFilter,
  batchSize: number,
): AsyncGenerator<TestRow[]> {
  let last: TestRow | undefined;
  for (;;) {
    let query = filtered(db, filter).selectAll('tests');
    if (last !== undefined) {
      query = query.where(sql<boolean>`(created_at, id) < (${sqlTime(last.created_at)}, ${last.id})`);
    }
    const batch = await newestFirst(query).limit(batchSize).execute();
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

function newestFirst<O>(query: SelectQueryBuilder<Schema, 'tests', O>) {
  return query.orderBy('tests.created_at', 'desc').orderBy('tests.id', 'desc');
}
