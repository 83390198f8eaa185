/** Statistics of the monthly tables in fewer steps: see `lean-statistics.ts`. */
import { type Kysely, sql } from 'kysely';

const statement = `
  do $$
  declare
    leaf regclass;
    changes text;
  begin
    for leaf in
      select inhrelid::regclass from pg_inherits
      where inhparent in ('messages'::regclass, 'submission_parts'::regclass, 'raw_receipts'::regclass,
        'receptions'::regclass, 'message_events'::regclass)
    loop
      select string_agg(format('alter column %I set statistics 20', attname), ', ') into changes
      from pg_attribute where attrelid = leaf and attnum > 0 and not attisdropped;
      execute format('alter table %s %s', leaf, changes);
    end loop;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
