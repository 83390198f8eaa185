/**
 * A lease names the session of its last renewal: once that has ended, nobody leads. One console leads the upkeep
 * (docs/decisions/0031-one-leader-for-sweeps.md).
 */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table leaders add column session_pid integer`,
  `comment on column leaders.session_pid is 'pid of the session that renewed the lease last; null: unknown'`,
  `comment on table leaders is 'which worker leads the sweeps and which console the upkeep, until when by the clock of the database'`,
  `insert into leaders (name) values ('upkeep')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
