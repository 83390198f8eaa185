/** One test: made, read, and changed or deleted only while it has not begun (LIST-8). */
import { type Selectable, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import type { MessageType, Overlap, SqlTime, TestType } from '../schema/column-types.ts';
import type { Schema } from '../schema/schema.ts';

export type TestRow = Selectable<Schema['tests']>;

/** What an operator defines; the organisation is derived from the offices before it comes here (CREATE-21). */
export interface TestDefinition {
  readonly testType: TestType;
  readonly messageType: MessageType;
  readonly body: string;
  readonly partnerIds: readonly number[];
  readonly clientIds: readonly number[];
  readonly officeIds: readonly number[];
  readonly phoneIds: readonly number[];
  readonly recurrenceRule: object;
  /** What stands stays, or `skip` at creation, where nothing is said. */
  readonly overlap?: Overlap | undefined;
  /** Epoch ms. */
  readonly scheduledAt: number | null;
}

export async function insertTest(
  tx: Transaction,
  test: TestDefinition & { createdBy: number | null; now: number },
): Promise<TestRow> {
  return tx
    .insertInto('tests')
    .values({
      ...columns(test),
      created_by: test.createdBy,
      created_at: sqlTime(test.now),
      updated_at: sqlTime(test.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findTest(db: Database, id: number): Promise<TestRow | null> {
  return (await db.selectFrom('tests').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** `begun`: it has left UNEXECUTED, so its definition stands. `changed`: it is no longer the version that the change was made from. */
export type ChangeRefusal = 'unknown' | 'begun' | 'changed';

/**
 * One conditional statement, so that it cannot win together with the start of the run, nor with another update of the same
 * version.
 * @param change.madeFrom `updated_at` of that version in epoch ms; null: whatever is there is overwritten
 */
export async function updateTest(
  db: Database,
  id: number,
  definition: TestDefinition,
  { now, madeFrom }: { readonly now: number; readonly madeFrom: number | null },
): Promise<TestRow | ChangeRefusal> {
  let update = db
    .updateTable('tests')
    // Two updates within a millisecond, or after a clock was set back, are two versions.
    .set({
      ...columns(definition),
      updated_at: sql<SqlTime>`greatest(${sqlTime(now)}, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .where('execution_status', '=', 'UNEXECUTED');
  if (madeFrom !== null)
    update = update.where(sql`date_trunc('milliseconds', updated_at)`, '=', sqlTime(madeFrom));
  return (await update.returningAll().executeTakeFirst()) ?? refusal(db, id, madeFrom);
}

/** Answers null once it is gone. */
export async function deleteTest(db: Database, id: number): Promise<ChangeRefusal | null> {
  const row = await db
    .deleteFrom('tests')
    .where('id', '=', id)
    .where('execution_status', '=', 'UNEXECUTED')
    .returning('id')
    .executeTakeFirst();
  return row === undefined ? refusal(db, id) : null;
}

async function refusal(db: Database, id: number, madeFrom: number | null = null): Promise<ChangeRefusal> {
  const row = await db.selectFrom('tests').select('execution_status').where('id', '=', id).executeTakeFirst();
  if (row === undefined) return 'unknown';
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
    recurrence_rule: JSON.stringify(test.recurrenceRule),
    ...(test.overlap === undefined ? {} : { overlap: test.overlap }),
    scheduled_at: sqlTime(test.scheduledAt),
  };
}
