/**
 * Imports a directory in one transaction. Rows are matched by natural key (partner, client and office by their path of
 * names, phones by number), so that importing the same file again changes nothing. Rows are never removed.
 */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { rowsAsTable, type TableColumns } from '../core/rows-as-table.ts';

export interface DirectoryOffice {
  readonly partner: string;
  /** Messages on a day in Los Angeles; null: no limit. If omitted, the partner keeps its limit, and a new one has none. */
  readonly partnerLimitPerDay?: number | null;
  readonly client: string;
  readonly office: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly managerFirstName: string;
  readonly managerLastName: string;
  /** Name of its gateway; if omitted, an existing office keeps its gateway and a new one uses the default. */
  readonly gateway?: string;
}

export interface DirectoryPhone {
  readonly name: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly carrier: string;
  readonly evidence: EvidenceSource;
  /**
   * Name of the only partner that uses it, of this directory or an earlier one; if omitted, an existing phone keeps its
   * partner and all partners share a new one.
   */
  readonly partner?: string;
}

const OFFICE_COLUMNS: TableColumns<DirectoryOffice> = {
  partner: ['text', (row) => row.partner],
  client: ['text', (row) => row.client],
  office: ['text', (row) => row.office],
  phone_number: ['text', (row) => row.phoneNumber],
  first_name: ['text', (row) => row.managerFirstName],
  last_name: ['text', (row) => row.managerLastName],
  gateway: ['text', (row) => row.gateway ?? null],
};

const PARTNER_COLUMNS: TableColumns<DirectoryOffice> = {
  name: ['text', (row) => row.partner],
  limit_per_day: ['int4', (row) => row.partnerLimitPerDay ?? null],
  sets_limit: ['bool', setsLimit],
};

const PHONE_COLUMNS: TableColumns<DirectoryPhone> = {
  name: ['text', (row) => row.name],
  phone_number: ['text', (row) => row.phoneNumber],
  carrier: ['text', (row) => row.carrier],
  evidence: ['text', (row) => row.evidence],
  partner: ['text', (row) => row.partner ?? null],
};

/** Must be validated already. If two entries have the same key, the last one counts. */
export interface DirectoryInput {
  readonly offices: readonly DirectoryOffice[];
  readonly phones: readonly DirectoryPhone[];
}

/** Total counts of partners, clients, offices and phones. */
export interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** Unknown gateways or partners, or gateways that this file may not assign; nothing was imported. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  /** One sentence each. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join(' '));
    this.faults = faults;
  }
}

/** @throws ImportRefused */
export async function importDirectory(db: Database, input: DirectoryInput): Promise<ImportOutcome> {
  const offices = lastOf(input.offices, (office) => [office.partner, office.client, office.office]);
  const clients = lastOf(offices, (office) => [office.partner, office.client]);
  const partners = lastOf(
    // The offices that name its limit count last.
    offices.toSorted((one, other) => setsLimit(one) - setsLimit(other)),
    (office) => [office.partner],
  );
  const phones = lastOf(input.phones, (phone) => [phone.phoneNumber]);
  return db.transaction().execute(async (tx) => {
    // Two simultaneous imports could lock the same rows in different order.
    await sql`select pg_advisory_xact_lock(hashtext('textprobe directory import'))`.execute(tx);
    await checkGateways(tx, offices);
    return total([
      await importPartners(tx, partners),
      await importClients(tx, clients),
      await importOffices(tx, offices),
      await importPhones(tx, phones),
    ]);
  });
}

/** What `returning` says about each written row: created or changed. Unchanged rows are not returned. */
interface Written {
  readonly created: boolean;
}
// xmax is 0 for a row version that no update wrote.
const written = sql`(xmax = 0) as created`;

async function importPartners(tx: Transaction, partners: readonly DirectoryOffice[]) {
  const result = await sql<Written>`
    insert into partners as known (name, limit_per_day)
    select wanted.name, case when wanted.sets_limit then wanted.limit_per_day else partners.limit_per_day end
    from ${rowsAsTable('wanted', partners, PARTNER_COLUMNS)} left join partners on partners.name = wanted.name
    on conflict (name) do update set limit_per_day = excluded.limit_per_day
    where known.limit_per_day is distinct from excluded.limit_per_day
    returning ${written}`.execute(tx);
  return outcome(partners, result.rows);
}

async function importClients(tx: Transaction, clients: readonly DirectoryOffice[]) {
  const result = await sql<Written>`
    insert into clients (partner_id, name)
    select partners.id, wanted.client
    from ${rowsAsTable('wanted', clients, OFFICE_COLUMNS)}
    join partners on partners.name = wanted.partner
    on conflict do nothing returning ${written}`.execute(tx);
  return outcome(clients, result.rows);
}

async function importOffices(tx: Transaction, offices: readonly DirectoryOffice[]) {
  const result = await sql<Written>`
    insert into offices as known
      (client_id, name, phone_number, manager_first_name, manager_last_name, gateway_id)
    select clients.id, wanted.office, wanted.phone_number, wanted.first_name, wanted.last_name, gateways.id
    from ${rowsAsTable('wanted', offices, OFFICE_COLUMNS)}
    join partners on partners.name = wanted.partner
    join clients on clients.partner_id = partners.id and clients.name = wanted.client
    left join gateways on gateways.name = wanted.gateway
    on conflict (client_id, name) do update set
      phone_number = excluded.phone_number,
      manager_first_name = excluded.manager_first_name,
      manager_last_name = excluded.manager_last_name,
      gateway_id = coalesce(excluded.gateway_id, known.gateway_id)
    where (known.phone_number, known.manager_first_name, known.manager_last_name, known.gateway_id)
      is distinct from (excluded.phone_number, excluded.manager_first_name, excluded.manager_last_name,
        coalesce(excluded.gateway_id, known.gateway_id))
    returning ${written}`.execute(tx);
  return outcome(offices, result.rows);
}

async function checkGateways(tx: Transaction, offices: readonly DirectoryOffice[]): Promise<void> {
  const withGateway = offices.filter(({ gateway }) => gateway !== undefined);
  if (withGateway.length === 0) return;
  // Locked, so that none is removed before this commits.
  const { rows: existing } = await sql<{ name: string }>`
    select name from gateways where not retired order by lower(name) for share`.execute(tx);
  const names = existing.map(({ name }) => name);
  const unknown = [...new Set(withGateway.map(({ gateway = '' }) => gateway))].filter(
    (name) => !names.includes(name),
  );
  const { rows: pinned } = await sql<{ path: string }>`
    select concat_ws(' / ', wanted.partner, wanted.client, wanted.office) as path
    from ${rowsAsTable('wanted', withGateway, OFFICE_COLUMNS)}
    join partners on partners.name = wanted.partner
    join clients on clients.partner_id = partners.id and clients.name = wanted.client
    join offices on offices.client_id = clients.id and offices.name = wanted.office
    join gateways on gateways.id = offices.gateway_id
    where offices.gateway_pinned and gateways.name <> wanted.gateway`.execute(tx);
  const faults = [
    ...unknown.map((name) => `There is no gateway "${name}"; there are ${names.join(', ') || 'none yet'}.`),
    ...pinned.map(
      ({ path }) => `The gateways file assigns another gateway to "${path}": remove it there first.`,
    ),
  ];
  if (faults.length > 0) throw new ImportRefused(faults);
}

async function importPhones(tx: Transaction, phones: readonly DirectoryPhone[]) {
  const { rows: unknown } = await sql<{ name: string }>`
    select distinct partner as name from ${rowsAsTable('wanted', phones, PHONE_COLUMNS)}
    where partner is not null and partner not in (select name from partners) order by 1`.execute(tx);
  if (unknown.length > 0)
    throw new ImportRefused(
      unknown.map(({ name }) => `There is no partner ${JSON.stringify(name)}, which a phone names.`),
    );
  const result = await sql<Written>`
    insert into test_phones as known (name, phone_number, carrier, evidence, partner_id)
    select wanted.name, phone_number, carrier, evidence, partners.id
    from ${rowsAsTable('wanted', phones, PHONE_COLUMNS)} left join partners on partners.name = wanted.partner
    on conflict (phone_number) do update set
      name = excluded.name, carrier = excluded.carrier, evidence = excluded.evidence,
      partner_id = coalesce(excluded.partner_id, known.partner_id)
    where (known.name, known.carrier, known.evidence, known.partner_id)
      is distinct from (excluded.name, excluded.carrier, excluded.evidence,
        coalesce(excluded.partner_id, known.partner_id))
    returning ${written}`.execute(tx);
  return outcome(phones, result.rows);
}

function outcome(wanted: readonly unknown[], rows: readonly Written[]): ImportOutcome {
  const created = rows.filter((row) => row.created).length;
  return { created, updated: rows.length - created, unchanged: wanted.length - rows.length };
}

function total(outcomes: readonly ImportOutcome[]): ImportOutcome {
  return outcomes.reduce((sum, one) => ({
    created: sum.created + one.created,
    updated: sum.updated + one.updated,
    unchanged: sum.unchanged + one.unchanged,
  }));
}

function setsLimit({ partnerLimitPerDay }: DirectoryOffice): number {
  return Number(partnerLimitPerDay !== undefined);
}

/** One entry per key: the last one. */
function lastOf<T>(entries: readonly T[], key: (entry: T) => readonly string[]): T[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(key(entry)), entry])).values()];
}
