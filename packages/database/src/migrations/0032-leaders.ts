/** One worker process leads the periodic sweeps (docs/decisions/0031-one-leader-for-sweeps.md): a row with its lease. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table leaders (
     name text primary key,
     holder text,
     fence bigint not null default 0,
     held_since timestamptz not null default now(),
     lease_until timestamptz not null default now(),
     -- Makes the fence a key column: a renewal then never waits for a transaction that has proven its fence.
     unique (name, fence))`,
  `comment on table leaders is 'who leads the sweeps, until when by the clock of the database'`,
  `comment on column leaders.fence is 'fencing token: rises with each change of leader, proven by each transaction of one'`,
  `insert into leaders (name) values ('sweeps')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
