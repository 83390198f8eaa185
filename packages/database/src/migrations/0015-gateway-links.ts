/** How each worker's link to a carrier stands, told by the workers: what waits can say what it waits for. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table gateway_links (
     gateway_id integer not null references gateways,
     worker_id text not null,
     link text not null check (link in ('up', 'down', 'stopped')),
     since timestamptz not null,
     reason text,
     told_at timestamptz not null,
     primary key (gateway_id, worker_id))`,
  `comment on column gateway_links.told_at is 'a worker that has not told for a while is gone, and its links with it'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
