/** The channel on which a change of the gateways in the database is told to the processes that have them open. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** What to LISTEN to; the payload is empty, each process looks for itself. */
export const GATEWAYS_CHANNEL = 'textprobe_gateways';

/** At the commit of the caller's transaction. */
export async function notifyGateways(db: Database): Promise<void> {
  await sql`select pg_notify(${GATEWAYS_CHANNEL}, '')`.execute(db);
}
