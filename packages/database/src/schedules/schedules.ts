/** The schedule of one test: its next due instant, set when it is created or changed, cleared when it is stopped. */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';
import type { TestRow } from '../tests/tests.ts';

/** Result of planning a schedule. */
export interface Schedule {
  /** Epoch milliseconds; null: nothing is left. */
  readonly nextDue: number | null;
  /** A sentence for users, or null. */
  readonly note: string | null;
}

/** Stores it for a locked test. @returns the updated test */
export async function setSchedule(
  tx: Transaction,
  testId: number,
  { nextDue, note }: Schedule,
): Promise<TestRow> {
  return tx
    .updateTable('tests')
    .set({ next_due: sqlTime(nextDue), schedule_note: note })
    .where('id', '=', testId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Ends a recurrence: no further occurrences, and a waiting run is withdrawn. Runs that have started continue.
 * @returns null if there is no such test, it does not recur, or nothing was left
 */
export async function endRecurrence(tx: Transaction, testId: number, now: number): Promise<TestRow | null> {
  const row = await tx
    .updateTable('tests')
    .set({ next_due: null, updated_at: sqlTime(now) })
    .where('id', '=', testId)
    .where('test_type', '=', 'RECURRING')
    .where('next_due', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await sql`update runs
    set status = 'SKIPPED', status_reason = ${STOPPED}, message_total = 0, closed_at = ${sqlTime(now)}
    where test_id = ${testId} and status = 'WAITING'`.execute(tx);
  return row;
}

const STOPPED = 'The recurrence was stopped while this run waited.';

/** The earliest due instant of all tests, epoch milliseconds; null if nothing is planned. */
export async function findNextDue(db: Database, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('tests')
    .select('next_due')
    .where('next_due', 'is not', null)
    .where(isNotSetAside('due test', sql`tests.id`, now))
    .orderBy('next_due')
    .limit(1)
    .executeTakeFirst();
  return row?.next_due ?? null;
}
