/** When runs were due, for who measures how late their messages went out. */
import { sql } from 'kysely';
import type { Database } from '../connection.ts';

/** By run, epoch milliseconds; runs that do not exist are missing. */
export async function findDueInstants(db: Database, runIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; dueAt: number }>`
    select id, due_at as "dueAt" from runs where id = any (${runIds}::int8[])`.execute(db);
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]));
}
