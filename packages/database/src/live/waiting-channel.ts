/** The channel on which a process that made messages wakes the dispatchers of the others. */
import { sql } from 'kysely';
import type { Database } from '../connection.ts';

/** What to LISTEN to; the payload is empty, each dispatcher looks for itself. */
export const WAITING_CHANNEL = 'textprobe_waiting';

/** Tells every process that messages wait to be sent. */
export async function notifyWaiting(db: Database): Promise<void> {
  await sql`select pg_notify(${WAITING_CHANNEL}, '')`.execute(db);
}
