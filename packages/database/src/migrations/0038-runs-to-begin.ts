/** The queue of runs that have not begun: see `takeRunsToBegin`. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index runs_to_begin on runs (id)
    where messages_created = 0 and status = 'EXECUTING' and closed_at is null`.execute(db);
}
