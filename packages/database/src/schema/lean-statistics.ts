/**
 * How much ANALYZE reads of a monthly table. Its plans go by keys and by times, for which twenty steps of a histogram do.
 * With PostgreSQL's hundred it reads 30,000 rows, every 15 seconds while messages flow: 220 ms for a table of messages, and
 * 35 ms with these.
 */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

const STEPS = 20;

/** Has statistics of all columns of a table kept in {@link STEPS} steps. @param table as SQL names it */
export async function keepLeanStatistics(db: Database, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db);
  const changes = rows.map(({ name }) => sql`alter column ${sql.ref(name)} set statistics ${sql.lit(STEPS)}`);
  await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(db);
}
