/** How each gateway's carrier spells its message ids, learned from what it writes. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table gateway_id_spellings (
     gateway_id integer primary key,
     answers_lettered boolean not null,
     answers_plain text[] not null,
     receipts_lettered boolean not null,
     receipts_plain text[] not null)`,
  `comment on table gateway_id_spellings is 'whether answers and receipts have had ids with hex letters, and the different ids without any since then'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
