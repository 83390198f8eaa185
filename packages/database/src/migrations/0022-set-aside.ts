/** What failed again and again and is left out since, so that it does not hold up the others. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table set_aside (
     kind text not null,
     item text not null,
     tries integer not null,
     problem text not null,
     last_try_at timestamptz not null,
     next_try_at timestamptz not null,
     primary key (kind, item))`,
  `comment on table set_aside is 'items that failed; one that failed three times is left out until its row here is deleted'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
