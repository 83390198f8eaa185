/** The list of tests, newest first: by page with a total, or all in batches (LIST-13, OVERVIEW-2). */
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import { searchedTestId } from '@textprobe/domain/search-words';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { hasWords } from '../core/words.ts';
import type { TestType } from '../schema/column-types.ts';
import type { Schema } from '../schema/schema.ts';
import { areInScope, type Scope } from '../scope/scope.ts';
import { countTestsOfKind } from './status-counts.ts';
import type { TestRow } from './tests.ts';

/** All given filters must match; an id filter matches any of a test's ids. */
export interface TestFilter {
  readonly partnerId?: number | undefined;
  readonly clientId?: number | undefined;
  readonly officeId?: number | undefined;
  readonly executionStatus?: ExecutionStatus | undefined;
  readonly testType?: TestType | undefined;
  /** The message must contain each word, case-insensitive; `57` and `#57` also match test 57. */
  readonly text?: string | undefined;
  /** A test that matches whatever its message: `text` is the code of one of its messages. */
  readonly testOfCode?: number | undefined;
  /** A carrier of one of its phones, case-insensitive. */
  readonly carrier?: string | undefined;
  /** Los Angeles days of creation (`2026-11-21`), both inclusive. */
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
}

export interface TestsPage {
  readonly rows: TestRow[];
  /** The number of tests of the filter. */
  readonly total: number;
}

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export async function listTestsPage(
  db: Database,
  scope: Scope,
  filter: TestFilter,
  slice: Slice,
): Promise<TestsPage> {
  if (filter.text !== undefined || filter.carrier !== undefined) return searchPage(db, scope, filter, slice);
  const [rows, total] = await Promise.all([
    filteredPage(db, scope, filter, slice),
    countTests(db, scope, filter),
  ]);
  return { rows, total };
}

/**
 * One statement finds the page and its total, because each alone may have to read every test: about 60 ms for 100,000
 * tests. A trigram index finds rare words faster, but not frequent ones, and needs an extension that some hosts do not
 * allow.
 */
async function searchPage(
  db: Database,
  scope: Scope,
  filter: TestFilter,
  { offset, limit }: Slice,
): Promise<TestsPage> {
  const found = filtered(db, scope, filter).select(['tests.id', 'tests.created_at']);
  const result = await sql<{ ids: number[]; total: number }>`
    with found as materialized ${found}
    select array(select id from found order by created_at desc, id desc limit ${limit} offset ${offset}) as ids,
      (select count(*) from found) as total`.execute(db);
  const { ids = [], total = 0 } = result.rows[0] ?? {};
  const rows = db.selectFrom('tests').selectAll('tests').where(sql<boolean>`id = any(${ids}::integer[])`);
  return { rows: await newestFirst(rows).execute(), total };
}

async function filteredPage(
  db: Database,
  scope: Scope,
  filter: TestFilter,
  slice: Slice,
): Promise<TestRow[]> {
  // Finds the page in the index alone and fetches only its rows: otherwise a deep page would read all rows before it.
  const page = newestFirst(filtered(db, scope, filter).select('tests.id'))
    .offset(slice.offset)
    .limit(slice.limit);
  return newestFirst(db.selectFrom('tests').selectAll('tests').where('tests.id', 'in', page)).execute();
}

/** Totals by status, type and day come from rollups; filters by organization, and scopes, are counted. */
async function countTests(db: Database, scope: Scope, filter: TestFilter): Promise<number> {
  const { partnerId, clientId, officeId, ...kind } = filter;
  const isOfAll = [partnerId, clientId, officeId].every((id) => id === undefined);
  if (isOfAll) return countTestsOfKind(db, scope, kind);
  const row = await filtered(db, scope, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Every test of the filter, in batches: memory and the connection are needed for one batch at a time. */
export async function* streamTests(
  db: Database,
  scope: Scope,
  filter: TestFilter,
  batchSize: number,
): AsyncGenerator<TestRow[]> {
  let last: TestRow | undefined;
  for (;;) {
    let query = filtered(db, scope, filter).selectAll('tests');
    if (last !== undefined) {
      query = query.where(sql<boolean>`(created_at, id) < (${sqlTime(last.created_at)}, ${last.id})`);
    }
    const batch = await newestFirst(query).limit(batchSize).execute();
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1);
  }
}

function filtered(db: Database, scope: Scope, filter: TestFilter) {
  const { executionStatus, testType, text, carrier, firstDay, lastDay } = filter;
  let query = db.selectFrom('tests').where(areInScope(scope, sql`partner_ids`));
  if (executionStatus !== undefined) query = query.where('execution_status', '=', executionStatus);
  if (testType !== undefined) query = query.where('test_type', '=', testType);
  // `@>` can use the GIN indexes; `= any(column)` cannot.
  const lists = [
    ['partner_ids', filter.partnerId],
    ['client_ids', filter.clientId],
    ['office_ids', filter.officeId],
  ] as const;
  for (const [column, id] of lists) {
    if (id !== undefined) query = query.where(sql<boolean>`${sql.ref(column)} @> array[${id}::integer]`);
  }
  if (text !== undefined) query = query.where(matchesText(text, filter.testOfCode));
  if (carrier !== undefined) query = query.where(hasCarrier(carrier));
  if (firstDay !== undefined) query = query.where(sql<boolean>`created_at >= ${dayStart(firstDay)}`);
  if (lastDay !== undefined) query = query.where(sql<boolean>`created_at < ${dayStart(lastDay, 1)}`);
  return query;
}

function matchesText(text: string, testOfCode: number | undefined): RawBuilder<boolean> {
  const inBody = hasWords(sql`body_lower`, text);
  const id = searchedTestId(text) ?? testOfCode ?? null;
  return id === null ? inBody : sql<boolean>`(${inBody} or id = ${id}::bigint)`;
}

function hasCarrier(carrier: string): RawBuilder<boolean> {
  return sql<boolean>`phone_ids && array(select id from test_phones where lower(carrier) = lower(${carrier}))`;
}

/** Midnight in Los Angeles, as the rollups by day count it. */
function dayStart(day: string, daysLater = 0): RawBuilder<unknown> {
  return sql`((${day}::date + ${daysLater}::integer)::timestamp at time zone 'America/Los_Angeles')`;
}

function newestFirst<O>(query: SelectQueryBuilder<Schema, 'tests', O>) {
  return query.orderBy('tests.created_at', 'desc').orderBy('tests.id', 'desc');
}
