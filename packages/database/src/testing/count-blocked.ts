/** For tests that continue once a statement waits for a lock. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** The number of sessions of the database that wait for a lock. */
export async function countBlocked(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
