/** What is set aside is tried again after a while, and its row goes when it works. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`comment on table set_aside is
    'items that failed, left out until next_try_at; after three tries the pauses grow, and a row goes when its item works'`.execute(
    db,
  );
}
