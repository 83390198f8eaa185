/** Lists partners, their clients and offices, and test phones for selection: without what is retired. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import type { Scope } from '../scope/scope.ts';
import { anyOf, findMissingIds, OWN, type TestPhoneRow } from './directory.ts';

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

export async function listTestPhones(db: Database, scope: Scope): Promise<TestPhoneRow[]> {
  return db
    .selectFrom('test_phones')
    .select(['id', 'name', 'phone_number as phoneNumber', 'carrier', 'evidence'])
    .where(OWN.test_phones(scope))
    .where(CHOOSABLE.test_phones)
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

/** The names of those of the phones that are retired, themselves or with their partner. */
export async function findRetiredPhones(
  db: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<number[]> {
  const phones = await db
    .selectFrom('test_phones')
    .select('id')
    .where(anyOf('id', ids))
    .where(OWN.test_phones(scope))
    .where(sql<boolean>`not ${CHOOSABLE.test_phones}`)
    .orderBy('id')
    .execute();
  return phones.map(({ id }) => id);
}
