/** The names of partners, clients and offices by id, and the test phones by id. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import type { TestPhoneRow } from './directory.ts';

export interface DirectoryIds {
  readonly partners?: readonly number[];
  readonly clients?: readonly number[];
  readonly offices?: readonly number[];
}

/** By id; an id that does not exist is not among them. */
export type DirectoryNames = Readonly<Record<keyof DirectoryIds, ReadonlyMap<number, string>>>;

export async function findNames(db: Database, ids: DirectoryIds): Promise<DirectoryNames> {
  const names = { partners: new Map(), clients: new Map(), offices: new Map() };
  const asked = (['partners', 'clients', 'offices'] as const).filter((kind) => ids[kind]?.length);
  if (asked.length === 0) return names;
  // One question, whatever is asked of: it is also put within the transaction that makes a test.
  const { rows } = await sql<{ kind: keyof DirectoryIds; id: number; name: string }>`${sql.join(
    asked.map(
      (kind) => sql`select ${sql.lit(kind)} as kind, id, name from ${sql.table(kind)}
        where id = any(${[...new Set(ids[kind])]}::int4[])`,
    ),
    sql` union all `,
  )}`.execute(db);
  for (const { kind, id, name } of rows) names[kind].set(id, name);
  return names;
}

/** By id; an id that does not exist is not among them. */
export async function findTestPhones(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Omit<TestPhoneRow, 'evidence'>>> {
  if (ids.length === 0) return new Map();
  const phones = await db
    .selectFrom('test_phones')
    .select(['id', 'name', 'phone_number as phoneNumber', 'carrier'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::int4[])`)
    .execute();
  return new Map(phones.map((phone) => [phone.id, phone]));
}
