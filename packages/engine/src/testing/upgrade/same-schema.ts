/** The schema of `messages` as one compares it: an upgraded installation must have that of a new one. */
import type { Database } from '@textprobe/database/connection';
import { sql } from 'kysely';

/** The columns of the table, its indexes, and what all its partitions have in common, or differ in. */
export interface MessageSchema {
  readonly columns: readonly string[];
  readonly indexes: readonly string[];
  /** The sets of indexes and settings that partitions have, without their names: one, if all are alike. */
  readonly leaves: readonly string[];
  /** Indexes that no query may use. */
  readonly invalid: readonly string[];
}

export async function readMessageSchema(db: Database): Promise<MessageSchema> {
  const columns = await names(
    db,
    sql`
    select concat_ws(' ', attname, atttypid::regtype, attnotnull, attstattarget, col_description(attrelid, attnum)) as name
    from pg_attribute where attrelid = 'messages'::regclass and attnum > 0 and not attisdropped order by attname`,
  );
  const indexes = await names(
    db,
    sql`
    select indexrelid::regclass || ': ' || pg_get_indexdef(indexrelid) as name
    from pg_index where indrelid = 'messages'::regclass order by 1`,
  );
  // The codes of months with messages have an index over all of them (0028).
  const leaves = await names(
    db,
    sql`
    select distinct concat_ws(E'\n', array_to_string(reloptions, ','), statistics, defined) as name
    from pg_inherits join pg_class c on c.oid = inhrelid
    cross join lateral (
      select string_agg(concat_ws(' ', attname, attstattarget), ', ' order by attname) as statistics
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) a
    cross join lateral (
      select string_agg(definition, E'\n' order by definition) as defined
      from pg_index cross join lateral (
        select regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .* USING', 'INDEX USING') as definition) d
      where indrelid = c.oid and definition not like '%(code)%') i
    where inhparent = 'messages'::regclass order by 1`,
  );
  const invalid = await names(
    db,
    sql`
    select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1`,
  );
  return { columns, indexes, leaves, invalid };
}

async function names(db: Database, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => (row as { name: string }).name);
}
