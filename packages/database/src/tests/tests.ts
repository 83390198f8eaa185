/** A single test: created, read, and changed or deleted only until it starts (LIST-8). */
import { type Selectable, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import type { ChangedTest } from '../live/channels.ts';
import type { MessageType, OfficePhonePair, Overlap, SqlTime, TestType } from '../schema/column-types.ts';
import type { Schema } from '../schema/schema.ts';
import { areInScope, type Scope } from '../scope/scope.ts';

export type TestRow = Selectable<Schema['tests']>;

/** The operator's definition; the organization is derived from the offices before this (CREATE-21). */
export interface TestDefinition {
  readonly testType: TestType;
  readonly messageType: MessageType;
  readonly body: string;
  readonly partnerIds: readonly number[];
  readonly clientIds: readonly number[];
  readonly officeIds: readonly number[];
  readonly phoneIds: readonly number[];
  /** If not null, a run sends just these; `officeIds` and `phoneIds` then list the ids that occur in them. */
  readonly pairs: readonly OfficePhonePair[] | null;
  readonly recurrenceRule: object;
  /** If omitted: unchanged, or `skip` on creation. */
  readonly overlap?: Overlap | undefined;
  /** Epoch milliseconds. */
  readonly scheduledAt: number | null;
}

/** Who saves a definition, and when. */
export interface Saving {
  /** The account that the test's runs are charged to from now on. */
  readonly savedBy: number | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

export async function insertTest(tx: Transaction, test: TestDefinition & Saving): Promise<TestRow> {
  return tx
    .insertInto('tests')
    .values({
      ...columns(test),
      saved_by: test.savedBy,
      created_at: sqlTime(test.now),
      updated_at: sqlTime(test.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Null if there is none whose partners are all in scope; likewise below. */
export async function findTest(db: Database, scope: Scope, id: number): Promise<TestRow | null> {
  const row = await db
    .selectFrom('tests')
    .selectAll()
    .where('id', '=', id)
    .where(isOwn(scope))
    .executeTakeFirst();
  return row ?? null;
}

/** The partners of these tests; deleted tests are missing. */
export function findPartnersOfTests(db: Database, testIds: readonly number[]): Promise<ChangedTest[]> {
  return db
    .selectFrom('tests')
    .select(['id', 'partner_ids as partnerIds'])
    .where(sql<boolean>`id = any (${testIds}::integer[])`)
    .execute();
}

function isOwn(scope: Scope) {
  return areInScope(scope, sql`partner_ids`);
}

/**
 * `begun`: it has left UNEXECUTED, so its definition is frozen. `changed`: it is no longer the version that the change
 * is based on.
 */
export type ChangeRefusal = 'unknown' | 'begun' | 'changed';

/**
 * A single conditional statement, so that it cannot conflict with the start of the run or with another update of the
 * same version.
 * @param change.madeFrom `updated_at` of that version in epoch milliseconds; null: overwrite any version
 */
export async function updateTest(
  db: Database,
  scope: Scope,
  id: number,
  definition: TestDefinition,
  { savedBy, now, madeFrom }: Saving & { readonly madeFrom: number | null },
): Promise<TestRow | ChangeRefusal> {
  let update = db
    .updateTable('tests')
    // Two updates within a millisecond, or after the clock was set back, are still two versions.
    .set({
      ...columns(definition),
      saved_by: savedBy,
      updated_at: sql<SqlTime>`greatest(${sqlTime(now)}, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .where(isOwn(scope))
    .where('execution_status', '=', 'UNEXECUTED');
  if (madeFrom !== null)
    update = update.where(sql`date_trunc('milliseconds', updated_at)`, '=', sqlTime(madeFrom));
  return (await update.returningAll().executeTakeFirst()) ?? refusal(db, scope, id, madeFrom);
}

/** @returns the deleted test, or why it was not deleted */
export async function deleteTest(db: Database, scope: Scope, id: number): Promise<TestRow | ChangeRefusal> {
  const row = await db
    .deleteFrom('tests')
    .where('id', '=', id)
    .where(isOwn(scope))
    .where('execution_status', '=', 'UNEXECUTED')
    .returningAll()
    .executeTakeFirst();
  return row ?? refusal(db, scope, id);
}

async function refusal(
  db: Database,
  scope: Scope,
  id: number,
  madeFrom: number | null = null,
): Promise<ChangeRefusal> {
  const row = await findTest(db, scope, id);
  if (row === null) return 'unknown';
  return row.execution_status === 'UNEXECUTED' && madeFrom !== null ? 'changed' : 'begun';
}

function columns(test: TestDefinition) {
  return {
    test_type: test.testType,
    message_type: test.messageType,
    body: test.body,
    partner_ids: [...test.partnerIds],
    client_ids: [...test.clientIds],
    office_ids: [...test.officeIds],
    phone_ids: [...test.phoneIds],
    pairs: test.pairs === null ? null : JSON.stringify(test.pairs),
    recurrence_rule: JSON.stringify(test.recurrenceRule),
    ...(test.overlap === undefined ? {} : { overlap: test.overlap }),
    scheduled_at: sqlTime(test.scheduledAt),
  };
}
