/** Since when, and until when, an edge listens to handsets: without that, our own down time would look like theirs. */
import type { HandsetWatch } from '@textprobe/domain/phone-presence';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';

/**
 * Notes that somebody listens now. Where nobody did for longer than `lapseMs`, the watch begins anew.
 * @param of.now epoch milliseconds
 */
export async function keepHandsetWatch(db: Database, of: { now: number; lapseMs: number }): Promise<void> {
  const now = sqlTime(of.now);
  await sql`
    insert into handset_watch as w (listening_since, listening_until) values (${now}, ${now})
    on conflict (only_row) do update set
      listening_since = case
        when ${now} - w.listening_until > ${of.lapseMs} * interval '1 millisecond' then ${now}
        else w.listening_since end,
      listening_until = greatest(w.listening_until, ${now})`.execute(db);
}

/** Null where nobody has ever listened. */
export async function findHandsetWatch(db: Database): Promise<HandsetWatch | null> {
  const row = await db
    .selectFrom('handset_watch')
    .select(['listening_since as from', 'listening_until as until'])
    .executeTakeFirst();
  return row ?? null;
}
