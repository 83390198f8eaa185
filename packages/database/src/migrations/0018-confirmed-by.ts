/** Which person confirmed a message in the console (CALL-16), beside what handsets confirm by themselves. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table receptions add column account_id integer`,
  `comment on column receptions.account_id is 'the account whose console session reported it; null: a handset, an app or a provider did'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
