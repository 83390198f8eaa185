/** Expires deadlines and leases when a test says so, no matter how busy the machine is. */
import { type Database, sqlTime } from '@textprobe/database/core/connection';

/** Expires all open messages, including those in flight. */
export async function passDeadlines(db: Database): Promise<void> {
  await db
    .updateTable('messages')
    // All three: a message that is given back gets its expiry again, and a submission recomputes the deadline.
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

/** Expires the leases of all claims; the next sweep ends those of lost workers. */
export async function passLeases(db: Database): Promise<void> {
  await db
    .updateTable('claims')
    .set({ lease_until: sqlTime(0) })
    .where('lease_until', 'is not', null)
    .execute();
}
