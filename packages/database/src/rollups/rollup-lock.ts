/** The lock of whoever writes the sums: the fold and the rebuild command. */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';

const ROLLUP_LOCK = sql`hashtext('textprobe rollups')`;

/** Takes the lock until the transaction ends. @returns false where another has it */
export async function tryRollupLock(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/**
 * Counts messages and puts sums in place in one transaction that sees one instant. Writers go on meanwhile: what they
 * commit after that instant lies in deltas that the transaction does not see, and is folded when it has ended. So the
 * work counts what it sees of the messages, deletes what it sees of the deltas, and nothing is counted twice or missed.
 *
 * The lock is had before the transaction begins, by the session: taken within, it would be waited for with an instant
 * that is older than what its holder then commits. It ends with the session, so a killed process leaves none behind.
 */
export async function withRollupLock<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.connection().execute(async (session) => {
    // Counting ten million messages takes longer than any statement of a running program should.
    await sql`set statement_timeout = 0`.execute(session);
    try {
      await sql`select pg_advisory_lock(${ROLLUP_LOCK})`.execute(session);
      return await session.transaction().setIsolationLevel('repeatable read').execute(work);
    } finally {
      // Of a session that was lost neither is left to undo.
      await sql`select pg_advisory_unlock(${ROLLUP_LOCK})`.execute(session).catch(() => undefined);
      await sql`reset statement_timeout`.execute(session).catch(() => undefined);
    }
  });
}
