/**
 * Default partitions come with the schema, so that a row has a place before any month is made. Months are made by
 * `month-partitions.ts`, one short transaction each: the function that made all in one held five tables at once.
 */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table if not exists messages_default partition of messages default`,
  `create unique index if not exists messages_default_code on messages_default (code)`,
  `create table if not exists submission_parts_default partition of submission_parts default`,
  `create table if not exists raw_receipts_default partition of raw_receipts default`,
  `create table if not exists receptions_default partition of receptions default`,
  `drop function ensure_message_partitions(timestamptz)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
