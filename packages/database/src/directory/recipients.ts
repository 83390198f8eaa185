/** What a test's chosen ids stand for: offices with the organisation above them, and which ids exist at all (CREATE-21). */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** An office and whose it is. */
export interface OfficePlace {
  readonly officeId: number;
  readonly clientId: number;
  readonly partnerId: number;
}

/** Offices by their own ids, their clients' or their partners', in the order of office ids. */
export async function findOfficePlaces(
  db: Database,
  by: 'office' | 'client' | 'partner',
  ids: readonly number[],
): Promise<OfficePlace[]> {
  const column = { office: 'offices.id', client: 'clients.id', partner: 'clients.partner_id' } as const;
  return db
    .selectFrom('offices')
    .innerJoin('clients', 'clients.id', 'offices.client_id')
    .select(['offices.id as officeId', 'clients.id as clientId', 'clients.partner_id as partnerId'])
    .where(anyOf(column[by], ids))
    .orderBy('offices.id')
    .execute();
}

/** Those of the ids that have no row, in the order given. */
export async function findMissingIds(
  db: Database,
  table: 'partners' | 'clients' | 'test_phones',
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(table).select('id').where(anyOf('id', ids)).execute();
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

// One array parameter: `in (…)` would be one parameter for each of thousands of ids.
function anyOf(column: string, ids: readonly number[]) {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::integer[])`;
}
