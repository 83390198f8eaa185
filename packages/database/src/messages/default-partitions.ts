/** Default partitions catch rows whose month has no partition of its own. They ought to be empty. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { DEFAULT_PARTITIONS } from '../schema/month-partitions.ts';

/** The names of the default partitions that hold rows. */
export async function listFilledDefaultPartitions(db: Database): Promise<string[]> {
  const filled = DEFAULT_PARTITIONS.map(
    (name) => sql`select ${name}::text as name where exists (select 1 from ${sql.table(name)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(filled, sql` union all `)} order by name`.execute(
    db,
  );
  return rows.map((row) => row.name);
}
