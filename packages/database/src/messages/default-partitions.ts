/** Default partitions catch rows whose month has no partition of its own. They ought to be empty. */
import { sql } from 'kysely';
import type { Database } from '../connection.ts';

/** The names of the default partitions that hold rows. */
export async function listFilledDefaultPartitions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 'messages_default' as name, exists (select 1 from messages_default) as filled
      union all select 'submission_parts_default', exists (select 1 from submission_parts_default)
      union all select 'raw_receipts_default', exists (select 1 from raw_receipts_default)
      union all select 'receptions_default', exists (select 1 from receptions_default)
      union all select 'message_events_default', exists (select 1 from message_events_default)) partitions
    where filled order by name`.execute(db);
  return rows.map((row) => row.name);
}
