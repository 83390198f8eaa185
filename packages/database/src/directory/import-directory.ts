/**
 * Imports a directory in one transaction. Entries are matched by natural key (partner, client and office by their path of
 * names, phones by number), so that importing the same file again changes nothing. Entries are never removed or restored.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { rowsAsTable, type TableColumns } from '../core/rows-as-table.ts';
import { slicesOf } from '../core/slices-of.ts';
import { endReporters } from '../handsets/phone-reporters.ts';
import { type ComparedEntry, compareDirectory } from './compare-directory.ts';
import {
  completed,
  type DirectoryClient,
  type DirectoryInput,
  type DirectoryOffice,
  type DirectoryPartner,
  type DirectoryPhone,
  type WholeInput,
} from './directory-input.ts';
import { holdMovingPhones } from './phone-moves.ts';

const PARTNER_COLUMNS: TableColumns<DirectoryPartner> = {
  name: ['text', (row) => row.name],
  limit_per_day: ['int4', (row) => row.limitPerDay ?? null],
  sets_limit: ['bool', (row) => Number(row.limitPerDay !== undefined)],
};

const CLIENT_COLUMNS: TableColumns<DirectoryClient> = {
  partner: ['text', (row) => row.partner],
  client: ['text', (row) => row.name],
};

const OFFICE_COLUMNS: TableColumns<DirectoryOffice> = {
  partner: ['text', (row) => row.partner],
  client: ['text', (row) => row.client],
  office: ['text', (row) => row.office],
  phone_number: ['text', (row) => row.phoneNumber],
  first_name: ['text', (row) => row.managerFirstName ?? null],
  last_name: ['text', (row) => row.managerLastName ?? null],
  gateway: ['text', (row) => row.gateway ?? null],
};

const PHONE_COLUMNS: TableColumns<DirectoryPhone> = {
  name: ['text', (row) => row.name],
  phone_number: ['text', (row) => row.phoneNumber],
  carrier: ['text', (row) => row.carrier],
  evidence: ['text', (row) => row.evidence ?? null],
  partner: ['text', (row) => row.partner ?? null],
};

/** What an import would do now. Writes nothing. */
export function previewDirectory(db: Database, whole: WholeInput): Promise<ComparedEntry[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => compareDirectory(tx, whole));
}

/** As `importInto`, in a transaction of its own, after adding what the input leaves out. */
export function importDirectory(db: Database, input: DirectoryInput, now: number): Promise<ComparedEntry[]> {
  return db.transaction().execute((tx) => importInto(tx, completed(input), now));
}

/** @param now epoch milliseconds @returns what it did; if an entry is wrong, it has written nothing */
export async function importInto(tx: Transaction, whole: WholeInput, now: number): Promise<ComparedEntry[]> {
  await lockDirectory(tx);
  await holdMovingPhones(
    tx,
    whole.phones.map(({ phoneNumber }) => phoneNumber),
  );
  const entries = await compareDirectory(tx, whole);
  if (entries.every(({ state }) => state !== 'wrong')) {
    for (const slice of slicesOf(whole.partners)) await importPartners(tx, slice);
    for (const slice of slicesOf(whole.clients)) await importClients(tx, slice);
    for (const slice of slicesOf(whole.offices)) await importOffices(tx, slice);
    for (const slice of slicesOf(whole.phones)) await importPhones(tx, slice, now);
  }
  return entries;
}

/**
 * Waits for other imports and single changes of entries to end. Gateways come first, as in every other transaction that
 * changes both; locked, none is removed before this commits.
 */
async function lockDirectory(tx: Transaction): Promise<void> {
  await sql`select from gateways order by id for share`.execute(tx);
  await sql`lock table partners, clients, offices, test_phones in share row exclusive mode`.execute(tx);
}

async function importPartners(tx: Transaction, partners: readonly DirectoryPartner[]): Promise<void> {
  await sql`
    insert into partners as known (name, limit_per_day)
    select wanted.name, case when wanted.sets_limit then wanted.limit_per_day else partners.limit_per_day end
    from ${rowsAsTable('wanted', partners, PARTNER_COLUMNS)} left join partners on partners.name = wanted.name
    on conflict (name) do update set limit_per_day = excluded.limit_per_day
    where known.limit_per_day is distinct from excluded.limit_per_day`.execute(tx);
}

async function importClients(tx: Transaction, clients: readonly DirectoryClient[]): Promise<void> {
  await sql`
    insert into clients (partner_id, name)
    select partners.id, wanted.client
    from ${rowsAsTable('wanted', clients, CLIENT_COLUMNS)}
    join partners on partners.name = wanted.partner
    on conflict do nothing`.execute(tx);
}

async function importOffices(tx: Transaction, offices: readonly DirectoryOffice[]): Promise<void> {
  await sql`
    insert into offices as known
      (client_id, name, phone_number, manager_first_name, manager_last_name, gateway_id)
    select clients.id, wanted.office, wanted.phone_number, coalesce(wanted.first_name, before.manager_first_name, ''),
      coalesce(wanted.last_name, before.manager_last_name, ''), coalesce(gateways.id, before.gateway_id)
    from ${rowsAsTable('wanted', offices, OFFICE_COLUMNS)}
    join partners on partners.name = wanted.partner
    join clients on clients.partner_id = partners.id and clients.name = wanted.client
    left join gateways on gateways.name = wanted.gateway
    left join offices as before on before.client_id = clients.id and before.name = wanted.office
    on conflict (client_id, name) do update set
      phone_number = excluded.phone_number,
      manager_first_name = excluded.manager_first_name,
      manager_last_name = excluded.manager_last_name,
      gateway_id = excluded.gateway_id
    where (known.phone_number, known.manager_first_name, known.manager_last_name, known.gateway_id)
      is distinct from (excluded.phone_number, excluded.manager_first_name, excluded.manager_last_name,
        excluded.gateway_id)`.execute(tx);
}

async function importPhones(tx: Transaction, phones: readonly DirectoryPhone[], now: number): Promise<void> {
  const moved = sql`
    select before.id from ${rowsAsTable('wanted', phones, PHONE_COLUMNS)}
    join test_phones as before on before.phone_number = wanted.phone_number
    join partners on partners.name = wanted.partner
    where before.partner_id is distinct from partners.id`;
  await endReporters(tx, moved, now);
  await sql`
    insert into test_phones as known (name, phone_number, carrier, evidence, partner_id)
    select wanted.name, wanted.phone_number, wanted.carrier, coalesce(wanted.evidence, before.evidence, 'handset'),
      coalesce(partners.id, before.partner_id)
    from ${rowsAsTable('wanted', phones, PHONE_COLUMNS)}
    left join partners on partners.name = wanted.partner
    left join test_phones as before on before.phone_number = wanted.phone_number
    on conflict (phone_number) do update set
      name = excluded.name, carrier = excluded.carrier, evidence = excluded.evidence,
      partner_id = excluded.partner_id
    where (known.name, known.carrier, known.evidence, known.partner_id)
      is distinct from (excluded.name, excluded.carrier, excluded.evidence, excluded.partner_id)`.execute(tx);
}
