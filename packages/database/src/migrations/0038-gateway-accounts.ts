/** Which gateways connect to one account of a carrier: its receipts come over any of them. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table gateway_accounts (
     account text not null,
     gateway_id integer not null references gateways,
     is_current boolean not null,
     primary key (account, gateway_id))`,
  `comment on column gateway_accounts.account is 'host, port and system id'`,
  `comment on column gateway_accounts.is_current is 'false: the settings of the gateway named it earlier; receipts may still come'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
