/** Time is up when a test says so, not when a machine that is busy with others has been too slow for it. */
import { type Database, sqlTime } from '@textprobe/database/core/connection';

/** The expiries and deadlines of all messages that are still open are over, also of those that are just being tried. */
export async function passDeadlines(db: Database): Promise<void> {
  await db
    .updateTable('messages')
    // All: what is given back has until its expiry again, and what is submitted reckons its deadline anew.
    .set({ expires_at: sqlTime(0), deadline_ms: 0, deadline_at: sqlTime(0) })
    .where('settled_at', 'is', null)
    .execute();
  await db
    .updateTable('chunks')
    .set({ expires_at: sqlTime(0), deadline_ms: 0 })
    .where('waiting', '=', true)
    .execute();
  await db
    .updateTable('claims')
    .set({ deadline_at: sqlTime(0) })
    .execute();
}

/** The leases of all claims are over, as long as they may be: those of workers that are gone are ended by the next sweep. */
export async function passLeases(db: Database): Promise<void> {
  await db
    .updateTable('claims')
    .set({ lease_until: sqlTime(0) })
    .where('lease_until', 'is not', null)
    .execute();
}
