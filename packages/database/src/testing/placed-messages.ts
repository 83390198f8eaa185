/** Messages that a test has put straight into the table: what their writers would have written beside their columns. */
import { sql } from 'kysely';
import type { Database } from '../connection.ts';
import { markers } from '../messages/message-markers.ts';

/** Sets the markers of all messages; those that wait do so in chunks, and those that have yet to end are in claims. */
export async function completePlacedMessages(db: Database): Promise<void> {
  const set = Object.entries(markers).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update messages set ${sql.join(set)}`.execute(db);
  await sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      next_id, attempts)
    select run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, deadline_at, created_at, id, 1, id, attempts
    from messages m where submission_state = 0 and status < 2 and not exists (select from chunks where first_id = m.id)`.execute(
    db,
  );
  await sql`
    insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, deadline_at)
    select id, 1, attempts, created_at, gateway_id, 'a test', created_at, deadline_at
    from messages where submission_state > 0 and status < 2
    on conflict do nothing`.execute(db);
}
