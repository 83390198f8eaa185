/** Asks the server itself whether it takes writes: a standby answers queries just as well. */
import { sql } from 'kysely';
import type { Database } from './connection.ts';

/** Changes nothing, so it may be asked every few seconds. Rejects when the database cannot be reached. */
export async function databaseIsWritable(db: Database): Promise<boolean> {
  const { rows } = await sql<{ readonly: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as readonly`.execute(db);
  return rows[0]?.readonly === false;
}
