/**
 * Markers of earlier messages are filled in steps beside the program, which then drop the indexes that lists have used until
 * then (`fill-markers.ts`). Where there are no messages, nothing is left to do.
 */
import { type Kysely, sql } from 'kysely';
import { lockTable } from '../carry-over/short-lock.ts';
import { UNMARKED_INDEXES } from '../messages/marker-indexes.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await lockTable(db, 'messages');
  const { rows } = await sql`select from messages limit 1`.execute(db);
  if (rows.length > 0) return;
  await sql`drop index ${sql.join(UNMARKED_INDEXES.map((name) => sql.table(name)))}`.execute(db);
  await sql`insert into carry_over_steps (name, done_at)
    values ('0034-markers', now()), ('0034-indexes-without-markers', now())`.execute(db);
}
