/** What partners, clients, offices and phones are called, by their ids: for pages that cannot look names up themselves. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

const TABLES = {
  partners: 'partners',
  clients: 'clients',
  offices: 'offices',
  phones: 'test_phones',
} as const;

/** Those of the ids that exist, each with its name. */
export async function findNames(
  db: Database,
  kind: keyof typeof TABLES,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(TABLES[kind])} where id = any (${[...new Set(ids)]}::int4[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The carriers of phones, each once, in the phones' order. */
export async function findCarriers(db: Database, phoneIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('test_phones')
    .select(['id', 'carrier'])
    .where('id', 'in', phoneIds.length === 0 ? [0] : [...phoneIds])
    .execute();
  const carriers = new Map(rows.map(({ id, carrier }) => [id, carrier]));
  return [...new Set(phoneIds.flatMap((id) => carriers.get(id) || []))];
}
