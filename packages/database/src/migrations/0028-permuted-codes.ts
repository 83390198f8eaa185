/**
 * Codes of new messages are computed from their ids (docs/decisions/0027-codes-are-permuted-ids.md): the column may be
 * empty, and the key they are computed with is made. It is made here alone, so that one that was lost is never replaced
 * without anybody noticing.
 */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { lockTable } from '../carry-over/short-lock.ts';

const KEY_BYTES = 32;

export async function up(db: Kysely<unknown>): Promise<void> {
  await lockTable(db, 'messages');
  await sql`alter table messages alter column code drop not null`.execute(db);
  await sql`comment on column messages.code is
    'of messages from before permuted codes; null: the code is computed, see permuted-codes.ts'`.execute(db);
  await sql`insert into secrets (name, value) values ('message codes', ${randomBytes(KEY_BYTES)})
    on conflict (name) do nothing`.execute(db);
  await sql.raw(leanerIndexes).execute(db);
}

/**
 * An index without the rows whose code is null stays empty, and costs an insert 0.1 µs where a full one costs 4. Partitions
 * that hold messages keep theirs: building another one over them would stop all writers meanwhile.
 */
const leanerIndexes = `
  do $$
  declare
    leaf name;
    inhabited boolean;
  begin
    for leaf in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'messages'::regclass
    loop
      execute format('select exists (select from %I)', leaf) into inhabited;
      continue when inhabited;
      execute format('drop index if exists %I', leaf || '_code');
      execute format('create unique index %I on %I (code) where code is not null', leaf || '_code', leaf);
    end loop;
  end $$`;
