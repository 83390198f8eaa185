/** MMS: which gateways send it, which one sends it for the others, and what became of each file on its way. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table gateways
     add column sends_mms boolean not null default false,
     add column is_default_mms boolean not null default false`,
  `comment on column gateways.is_default_mms is 'sends the MMS of offices whose own gateway sends none'`,
  `create unique index gateways_one_default_mms on gateways (is_default_mms) where is_default_mms`,

  `alter table receptions
     add column files_to_compare boolean not null default false,
     add column file_comparison jsonb`,
  `comment on column receptions.files_to_compare is 'of an MMS, and nobody has yet laid its files beside those that were sent'`,
  `create index receptions_to_compare on receptions (received_at) where files_to_compare`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
