/**
 * Reads the directory: partners, their clients and offices, and test phones; as lists for selection, as a whole, and by
 * id.
 */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import { isInScope, isPhoneInScope, type Scope } from '../accounts/scope.ts';
import type { Database } from '../core/connection.ts';

export interface PartnerRow {
  readonly id: number;
  readonly name: string;
}

export interface ClientRow {
  readonly id: number;
  readonly name: string;
  readonly partnerId: number;
}

export interface OfficeRow {
  readonly id: number;
  readonly name: string;
  readonly clientId: number;
  readonly phoneNumber: string;
  readonly managerFirstName: string;
  readonly managerLastName: string;
}

export interface TestPhoneRow {
  readonly id: number;
  readonly name: string;
  readonly phoneNumber: string;
  readonly carrier: string;
  readonly evidence: EvidenceSource;
}

const officeColumns = [
  'id',
  'name',
  'client_id as clientId',
  'phone_number as phoneNumber',
  'manager_first_name as managerFirstName',
  'manager_last_name as managerLastName',
] as const;

/** Whether rows of each table can be chosen: neither they nor what they belong to are retired. */
const CHOOSABLE = {
  partners: sql<boolean>`not retired`,
  clients: sql<boolean>`(not retired and not (select partners.retired from partners where partners.id = partner_id))`,
  offices: sql<boolean>`(not retired and not (select clients.retired or partners.retired
    from clients join partners on partners.id = partner_id where clients.id = client_id))`,
  test_phones: sql<boolean>`(not retired
    and not coalesce((select partners.retired from partners where partners.id = partner_id), false))`,
};

/** Names sort case-insensitively by code point: the same on every machine. */
const byName = sql`lower(name)`;

/** Whether rows of each table are in scope. */
const OWN = {
  partners: (scope: Scope) => isInScope(scope, sql`id`),
  clients: (scope: Scope) => isInScope(scope, sql`partner_id`),
  offices: (scope: Scope) =>
    isInScope(scope, sql`(select clients.partner_id from clients where clients.id = client_id)`),
  test_phones: (scope: Scope) => isPhoneInScope(scope, sql`partner_id`),
};

type Which = 'choosable' | 'all';

export async function listPartners(
  db: Database,
  scope: Scope,
  which: Which = 'choosable',
): Promise<PartnerRow[]> {
  return db
    .selectFrom('partners')
    .select(['id', 'name'])
    .where(OWN.partners(scope))
    .$if(which === 'choosable', (query) => query.where(CHOOSABLE.partners))
    .orderBy(byName)
    .orderBy('id')
    .execute();
}

/** Null if there is no such partner. */
export async function listClientsOfPartner(
  db: Database,
  scope: Scope,
  partnerId: number,
): Promise<ClientRow[] | null> {
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'name', 'partner_id as partnerId'])
    .where('partner_id', '=', partnerId)
    .where(OWN.clients(scope))
    .where(CHOOSABLE.clients)
    .orderBy(byName)
    .orderBy('id')
    .execute();
  if (clients.length > 0) return clients;
  const [missing] = await findMissingIds(db, scope, 'partners', [partnerId]);
  return missing === undefined ? [] : null;
}

/** Null if there is no such client. */
export async function listOfficesOfClient(
  db: Database,
  scope: Scope,
  clientId: number,
): Promise<OfficeRow[] | null> {
  const [missing] = await findMissingIds(db, scope, 'clients', [clientId]);
  if (missing !== undefined) return null;
  return db
    .selectFrom('offices')
    .select(officeColumns)
    .where('client_id', '=', clientId)
    .where(CHOOSABLE.offices)
    .orderBy(byName)
    .orderBy('id')
    .execute();
}

export async function listTestPhones(
  db: Database,
  scope: Scope,
  which: Which = 'choosable',
): Promise<TestPhoneRow[]> {
  return db
    .selectFrom('test_phones')
    .select(['id', 'name', 'phone_number as phoneNumber', 'carrier', 'evidence'])
    .where(OWN.test_phones(scope))
    .$if(which === 'choosable', (query) => query.where(CHOOSABLE.test_phones))
    .orderBy(byName)
    .orderBy('id')
    .execute();
}

export interface WholeDirectory {
  readonly partners: PartnerRow[];
  readonly clients: ClientRow[];
  readonly offices: OfficeRow[];
}

/** Sorted like the lists of one parent: by name, case-insensitively. */
export async function listWholeDirectory(db: Database, scope: Scope): Promise<WholeDirectory> {
  // Children first: an entry with children is never deleted, so the later read includes every child's parent.
  const offices = await db
    .selectFrom('offices')
    .select(officeColumns)
    .where(OWN.offices(scope))
    .where(CHOOSABLE.offices)
    .orderBy(byName)
    .orderBy('id')
    .execute();
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'name', 'partner_id as partnerId'])
    .where(OWN.clients(scope))
    .where(CHOOSABLE.clients)
    .orderBy(byName)
    .orderBy('id')
    .execute();
  return { partners: await listPartners(db, scope), clients, offices };
}

export interface DirectoryIds {
  readonly partners?: readonly number[];
  readonly clients?: readonly number[];
  readonly offices?: readonly number[];
}

/** By id; unknown ids are missing. */
export type DirectoryNames = Readonly<Record<keyof DirectoryIds, ReadonlyMap<number, string>>>;

export async function findNames(db: Database, scope: Scope, ids: DirectoryIds): Promise<DirectoryNames> {
  const names = { partners: new Map(), clients: new Map(), offices: new Map() };
  const asked = (['partners', 'clients', 'offices'] as const).filter((kind) => ids[kind]?.length);
  if (asked.length === 0) return names;
  // One query for all of them: it also runs in the transaction that creates a test.
  const { rows } = await sql<{ kind: keyof DirectoryIds; id: number; name: string }>`${sql.join(
    asked.map(
      (kind) => sql`select ${sql.lit(kind)} as kind, id, name from ${sql.table(kind)}
        where ${anyOf('id', ids[kind] ?? [])} and ${OWN[kind](scope)}`,
    ),
    sql` union all `,
  )}`.execute(db);
  for (const { kind, id, name } of rows) names[kind].set(id, name);
  return names;
}

/** By id; unknown ids are missing. */
export async function findTestPhones(
  db: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Omit<TestPhoneRow, 'evidence'>>> {
  if (ids.length === 0) return new Map();
  const phones = await db
    .selectFrom('test_phones')
    .select(['id', 'name', 'phone_number as phoneNumber', 'carrier'])
    .where(anyOf('id', ids))
    .where(OWN.test_phones(scope))
    .execute();
  return new Map(phones.map((phone) => [phone.id, phone]));
}

/** An office with its client and partner. */
export interface OfficePlace {
  readonly officeId: number;
  readonly name: string;
  /** Itself, its client or its partner. */
  readonly isRetired: boolean;
  readonly clientId: number;
  readonly partnerId: number;
}

/** Offices by their own ids, or those of clients or partners that are not retired, ordered by office id. */
export async function findOfficePlaces(
  db: Database,
  scope: Scope,
  by: 'office' | 'client' | 'partner',
  ids: readonly number[],
): Promise<OfficePlace[]> {
  const isRetired = sql<boolean>`(offices.retired or clients.retired or partners.retired)`;
  const column = { office: 'offices.id', client: 'clients.id', partner: 'clients.partner_id' } as const;
  return db
    .selectFrom('offices')
    .innerJoin('clients', 'clients.id', 'offices.client_id')
    .innerJoin('partners', 'partners.id', 'clients.partner_id')
    .select(['offices.id as officeId', 'offices.name', 'clients.id as clientId', 'partners.id as partnerId'])
    .select(isRetired.as('isRetired'))
    .where(anyOf(column[by], ids))
    .$if(by !== 'office', (query) => query.where(isRetired, '=', false))
    .where(isInScope(scope, sql`clients.partner_id`))
    .orderBy('offices.id')
    .execute();
}

/** The names of those of the phones that are retired, themselves or with their partner. */
export async function findRetiredPhones(
  db: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<string[]> {
  const phones = await db
    .selectFrom('test_phones')
    .select('name')
    .where(anyOf('id', ids))
    .where(OWN.test_phones(scope))
    .where(sql<boolean>`not ${CHOOSABLE.test_phones}`)
    .orderBy('id')
    .execute();
  return phones.map(({ name }) => name);
}

/** The names of an office, its client and its partner. */
export interface OfficeNames {
  readonly office: string;
  readonly client: string;
  readonly partner: string;
}

/** By office id; unknown ids are missing. */
export async function findOfficeNames(
  db: Database,
  scope: Scope,
  officeIds: readonly number[],
): Promise<ReadonlyMap<number, OfficeNames>> {
  if (officeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('offices')
    .innerJoin('clients', 'clients.id', 'offices.client_id')
    .innerJoin('partners', 'partners.id', 'clients.partner_id')
    .select(['offices.id', 'offices.name as office', 'clients.name as client', 'partners.name as partner'])
    .where(anyOf('offices.id', officeIds))
    .where(isInScope(scope, sql`clients.partner_id`))
    .execute();
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** The ids without a row in scope, in the given order. */
export async function findMissingIds(
  db: Database,
  scope: Scope,
  table: 'partners' | 'clients' | 'offices' | 'test_phones',
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where(anyOf('id', ids))
    .where(OWN[table](scope))
    .execute();
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

// One array parameter: `in (…)` would need one parameter for each of thousands of ids.
function anyOf(column: string, ids: readonly number[]) {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::integer[])`;
}
