/** Makes the database refuse certain rows permanently, and counts what is set aside as a result. */
import type { Database } from '@textprobe/database/core/connection';
import { sql } from 'kysely';
import { type EngineMetrics, NO_METRICS } from '../metrics.ts';

/** Makes the database refuse to insert, update or delete the rows of a table that match a condition. */
export async function refuse(
  db: Database,
  table: string,
  event: 'insert' | 'update' | 'delete',
  condition: string,
): Promise<void> {
  await sql`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused by the test'; end $$`.execute(db);
  await sql
    .raw(
      `create trigger refuse_${event} before ${event} on ${table} for each row when (${condition}) execute function refuse()`,
    )
    .execute(db);
}

/** Removes the refusal. */
export async function allow(
  db: Database,
  table: string,
  event: 'insert' | 'update' | 'delete',
): Promise<void> {
  await sql.raw(`drop trigger refuse_${event} on ${table}`).execute(db);
}

/** Records the kinds of set-aside items; `until` resolves once there are that many. */
export function countSetAside() {
  const kinds: string[] = [];
  let onMore = () => {};
  const metrics: EngineMetrics = {
    ...NO_METRICS,
    setAside(kind) {
      kinds.push(kind);
      onMore();
    },
  };
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      onMore = () => kinds.length >= count && resolve();
      onMore();
    });
  return { kinds, metrics, until };
}
