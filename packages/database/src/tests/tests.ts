/** One test: made, read, and changed or deleted only while it has not begun (LIST-8). */
import type { Selectable } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../connection.ts';
import type { MessageType, Overlap, TestType } from '../column-types.ts';
import type { Schema } from '../schema.ts';

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

/** `begun`: it has left UNEXECUTED, so its definition stands. */
export type ChangeRefusal = 'unknown' | 'begun';

/** One conditional statement, so that it and the start of the run cannot both win. */
export async function updateTest(
  db: Database,
  id: number,
  definition: TestDefinition,
  now: number,
): Promise<TestRow | ChangeRefusal> {
  const row = await db
    .updateTable('tests')
    .set({ ...columns(definition), updated_at: sqlTime(now) })
    .where('id', '=', id)
    .where('execution_status', '=', 'UNEXECUTED')
    .returningAll()
    .executeTakeFirst();
  return row ?? refusal(db, id);
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

async function refusal(db: Database, id: number): Promise<ChangeRefusal> {
  const row = await db.selectFrom('tests').select('id').where('id', '=', id).executeTakeFirst();
  return row === undefined ? 'unknown' : 'begun';
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
