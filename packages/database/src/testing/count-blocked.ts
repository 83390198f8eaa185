/** For tests in which a statement is to be waiting for a lock before they go on. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** How many sessions of the database wait for a lock. */
export async function countBlocked(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
