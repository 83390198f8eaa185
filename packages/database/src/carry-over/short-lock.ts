/**
 * Schema changes beside a program at work. Who waits for an exclusive lock makes all wait that come after, so each attempt
 * gives up soon and is made again after a pause: nobody waits longer than the attempt and the change itself take.
 */
import type { Clock } from '@textprobe/domain/clock';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database, Transaction } from '../connection.ts';

/** For each lock; with several partitions one attempt waits for many, so `TABLES_TIMEOUT` bounds them together. */
const LOCK_TIMEOUT = '100ms';
const TABLES_TIMEOUT = '400ms';
/** PostgreSQL cancels an autovacuum that is in the way only after this time of waiting: 1 s unless told, never within ours. */
const AUTOVACUUM_TIMEOUT = '50ms';
const PAUSE_MS = 1_000;

/** SQLSTATEs: lock_not_available, deadlock_detected, query_canceled. */
const TRY_LATER: readonly string[] = ['55P03', '40P01', '57014'];

/** Whether the locks could not be had in time: nothing has changed, and another attempt may succeed. */
export function isLockTimeout(error: unknown): boolean {
  return TRY_LATER.includes((error as { code?: string } | undefined)?.code ?? '');
}

/** From here on to the end of the transaction nothing waits longer than 100 ms for a lock; it fails instead. */
export async function limitLockWaits(tx: QueryExecutorProvider): Promise<void> {
  await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx);
  await sql`select set_config('deadlock_timeout', ${AUTOVACUUM_TIMEOUT}, true)
    where has_parameter_privilege('deadlock_timeout', 'set')`.execute(tx);
}

/** Locks a table and its partitions against all others, within 400 ms or not at all. After `limitLockWaits`. */
export async function lockTable(tx: QueryExecutorProvider, table: string): Promise<void> {
  const { rows } = await sql<{ before: string }>`
    select current_setting('statement_timeout') as before`.execute(tx);
  await sql.raw(`set local statement_timeout = '${TABLES_TIMEOUT}'`).execute(tx);
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
  await sql`select set_config('statement_timeout', ${rows[0]?.before ?? '0'}, true)`.execute(tx);
}

/**
 * Runs `work` in a transaction of its own, again after a pause of 1 s as often as a lock is not had in time.
 * @param session outside any transaction
 */
export async function withShortLocks(
  session: Database,
  clock: Clock,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await session.transaction().execute(async (tx) => {
        await limitLockWaits(tx);
        await work(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await clock.sleep(PAUSE_MS);
    }
  }
}
