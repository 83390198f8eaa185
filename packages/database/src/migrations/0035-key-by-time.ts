/**
 * Messages have one index, the key (created_at, id): an id is found by its chunk, and so are the messages of a test
 * (docs/decisions/0035-one-index-on-messages.md). Where there are messages already, steps beside the program make their chunks and build the
 * key, as both take minutes; an installation without any has the final shape at once.
 */
import { type Kysely, sql } from 'kysely';

const chunkIndexes = [
  `drop index chunks_first`,
  `create unique index chunks_first on chunks (first_id) where origin`,
  `drop index chunks_of_test`,
  `create index chunks_of_test on chunks (test_id, created_at desc, first_id desc) where origin`,
  `comment on column chunks.origin is 'made with its messages and kept, as they are found by it; false: messages that wait again, gone once they are claimed'`,
];

const ofEmptyTable = [
  `alter table messages drop constraint messages_pkey, add primary key (created_at, id)`,
  `drop index messages_newest`,
  `drop index messages_of_test`,
  `insert into carry_over_steps (name, done_at)
     values ('0035-chunks-of-earlier-messages', now()), ('0035-key-by-time', now())`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of chunkIndexes) await sql.raw(statement).execute(db);
  const { rows } = await sql`select from messages limit 1`.execute(db);
  if (rows.length > 0) return;
  for (const statement of ofEmptyTable) await sql.raw(statement).execute(db);
}
