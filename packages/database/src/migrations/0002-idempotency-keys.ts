/** Answers of writes that bore an Idempotency-Key, each written in the transaction of the write that it answers. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table idempotency_keys (
     account_id integer not null references accounts on delete cascade,
     key_hash bytea not null,
     fingerprint bytea not null,
     status smallint not null,
     answer bytea not null,
     created_at timestamptz not null,
     primary key (account_id, key_hash))`,
  `comment on column idempotency_keys.fingerprint is 'SHA-256 over what was asked: the same key must ask the same'`,
  `comment on column idempotency_keys.answer is 'sealed with the key itself, which is not kept'`,
  `create index idempotency_keys_created on idempotency_keys (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
