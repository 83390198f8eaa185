/** Reads partners, clients, offices and test phones by id, whether they are retired or not. */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { isInScope, isPhoneInScope, type Scope } from '../scope/scope.ts';
import type { TestDefinition } from '../tests/tests.ts';

export interface TestPhoneRow {
  readonly id: number;
  readonly name: string;
  readonly phoneNumber: string;
  readonly carrier: string;
  readonly evidence: EvidenceSource;
}

/** Whether rows of each table are in scope. */
export const OWN = {
  partners: (scope: Scope) => isInScope(scope, sql`id`),
  clients: (scope: Scope) => isInScope(scope, sql`partner_id`),
  offices: (scope: Scope) =>
    isInScope(scope, sql`(select clients.partner_id from clients where clients.id = client_id)`),
  test_phones: (scope: Scope) => isPhoneInScope(scope, sql`partner_id`),
};

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

/** The partners of these entries in scope, in order. Shared phones have none. */
export async function findPartnersOf(
  db: Database,
  scope: Scope,
  {
    partners,
    clients,
    offices,
    phones,
  }: Partial<Record<'partners' | 'clients' | 'offices' | 'phones', readonly number[] | null>>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (
      select id from partners where ${anyOf('id', partners ?? [])}
      union all select partner_id from clients where ${anyOf('id', clients ?? [])}
      union all select partner_id from clients
        where id in (select client_id from offices where ${anyOf('id', offices ?? [])})
      union all select partner_id from test_phones where ${anyOf('id', phones ?? [])}
    ) as named
    where id is not null and ${isInScope(scope, sql`id`)}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What keeps a test from being stored with its offices and phones. */
export interface RecipientFaults {
  /** The ids that do not exist in scope (any more). */
  readonly offices: readonly number[];
  readonly phones: readonly number[];
  /** The names of phones that belong to another partner than an office that would send to them. */
  readonly foreignPhones: readonly string[];
}

/**
 * Locks the offices and phones of a test until the transaction has stored it: no office or phone is deleted before, whose
 * ids are in arrays, which no foreign key guards, and no phone changes its partner.
 */
export async function holdRecipients(
  tx: Transaction,
  scope: Scope,
  of: Pick<TestDefinition, 'partnerIds' | 'officeIds' | 'phoneIds' | 'pairs'>,
): Promise<RecipientFaults> {
  const { partnerIds, officeIds, phoneIds, pairs } = of;
  const foreign =
    pairs === null
      ? sql`held_phones p where p.partner_id is not null and ${partnerIds}::integer[] <> array[p.partner_id]`
      : sql`jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) as e (pair)
          join held_phones p on p.id = (pair ->> 1)::int4
          join offices o on o.id = (pair ->> 0)::int4 join clients c on c.id = o.client_id
          where p.partner_id <> c.partner_id`;
  // In the order of the ids, so that two tests cannot deadlock. Prepared: planning it takes longer than a usual test.
  const { rows } = await sql<{ kind: keyof RecipientFaults; id: number; name: string }>`${PREPARED}
    with held_offices as (
        select id from offices where ${anyOf('id', officeIds)} and ${OWN.offices(scope)} order by id for key share),
      held_phones as (
        select id, name, partner_id from test_phones
        where ${anyOf('id', phoneIds)} and ${OWN.test_phones(scope)} order by id for share)
    select 'offices' as kind, id, '' as name from unnest(${officeIds}::integer[]) as id
      where id not in (select id from held_offices)
    union all
    select 'phones', id, '' from unnest(${phoneIds}::integer[]) as id where id not in (select id from held_phones)
    union all
    select distinct 'foreignPhones', p.id, p.name from ${foreign}`.execute(tx);
  const ofKind = (kind: keyof RecipientFaults) => rows.filter((row) => row.kind === kind);
  return {
    offices: ofKind('offices').map(({ id }) => id),
    phones: ofKind('phones').map(({ id }) => id),
    foreignPhones: ofKind('foreignPhones').map(({ name }) => name),
  };
}

// One array parameter: `in (…)` would need one parameter for each of thousands of ids.
export function anyOf(column: string, ids: readonly number[]) {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::integer[])`;
}
