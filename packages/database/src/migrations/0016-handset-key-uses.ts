/** Who made a handset key, and when it was last used: so that the one to revoke can be told from the others. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table handset_keys
     add made_by integer references accounts on delete set null,
     add last_used_at timestamptz`,
  `comment on column handset_keys.made_by is 'null: made before this was kept, or by the lab'`,
  `comment on column handset_keys.last_used_at is 'written at most once a minute'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
