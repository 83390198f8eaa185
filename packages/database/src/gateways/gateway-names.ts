/** What gateways are called, by id: of those in use, and of those that are not any more. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** Ids that name no gateway are left out. */
export async function findGatewayNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('gateways')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any (${[...new Set(ids)]}::int4[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
