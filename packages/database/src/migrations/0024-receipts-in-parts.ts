/**
 * The receipt of a message that takes the usual way, kept in its part. One row fewer in `raw_receipts` for each message,
 * which now holds unusual receipts only: unmatched, repeated, or settled the careful way.
 */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table submission_parts add column receipt_raw text, add column receipt_provider_id text`,
  `comment on column submission_parts.receipt_raw is 'the receipt as it came, where it is kept here; null: it is in raw_receipts, or there is none'`,
  `comment on column submission_parts.receipt_provider_id is 'with receipt_raw: the id as the receipt spells it; null where that is provider_id'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
