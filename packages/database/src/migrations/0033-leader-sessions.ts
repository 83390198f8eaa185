/** A lease names the session of its last renewal (docs/decisions/0031-one-leader-for-sweeps.md): one that is gone leads no more. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table leaders add column session_pid integer`,
  `comment on column leaders.session_pid is 'pid of the session that renewed the lease last; null: unknown'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
