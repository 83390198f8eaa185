/** Compares a directory with the stored one: what an import would create, change or refuse (DIR-3). */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { slicesOf } from '../core/slices-of.ts';
import {
  type DirectoryClient,
  type DirectoryOffice,
  type DirectoryPartner,
  type DirectoryPhone,
  keyOf,
  PATHS,
  type WholeInput,
} from './directory-input.ts';
import type { EntryKind } from './entry-kinds.ts';
import { countOthersTests, othersTestsWords } from './phone-moves.ts';

export type ImportState = 'new' | 'changed' | 'same' | 'wrong';

export interface ComparedEntry {
  readonly kind: EntryKind;
  /** See `PATHS`. */
  readonly path: readonly string[];
  readonly state: ImportState;
  /** The field at fault; null unless `wrong`. */
  readonly field: 'gateway' | 'partner' | null;
  /** What is wrong, what changes, or that it is retired; null: nothing to say. */
  readonly message: string | null;
}

/** Stored entries by `keyOf`. */
type Stored<T> = ReadonlyMap<string, T>;
interface Retirable {
  readonly retired: boolean;
}
type StoredPartner = Retirable & {
  readonly id: number;
  readonly name: string;
  readonly limitPerDay: number | null;
};
type StoredClient = Retirable & { readonly partner: string; readonly name: string };
interface StoredOffice extends Retirable, Omit<DirectoryOffice, 'gateway'> {
  readonly gateway: string | null;
  readonly pinned: boolean;
}
interface StoredPhone extends Retirable, Omit<DirectoryPhone, 'partner'> {
  readonly id: number;
  readonly evidence: EvidenceSource;
  readonly partner: string | null;
}

/** Yields to other calls between slices. @returns partners, clients, offices and phones, each in the order of the input */
export async function compareDirectory(tx: Transaction, input: WholeInput): Promise<ComparedEntry[]> {
  const gateways = await openGateways(tx);
  const partners = new Map<string, StoredPartner>();
  const clients = new Map<string, StoredClient>();
  const isRetired = (partner: string, client?: string): boolean =>
    (partners.get(keyOf('partners', [partner]))?.retired ?? false) ||
    (client !== undefined && (clients.get(keyOf('clients', [partner, client]))?.retired ?? false));

  const entries: ComparedEntry[] = [];

  for (const slice of slicesOf(input.partners)) {
    const names = slice.map(({ name }) => name);
    await addPartners(tx, partners, names);
    entries.push(...slice.map((partner) => comparePartner(partner, partners)));
  }
  for (const slice of slicesOf(input.clients)) {
    for (const [key, client] of await storedClients(tx, slice)) clients.set(key, client);
    entries.push(...slice.map((client) => compareClient(client, clients, isRetired(client.partner))));
  }
  for (const slice of slicesOf(input.offices)) {
    const offices = await storedOffices(tx, slice);
    const compare = (office: DirectoryOffice) =>
      compareOffice(office, offices, gateways, isRetired(office.partner, office.client));
    entries.push(...slice.map(compare));
  }
  const named = new Set(input.partners.map(({ name }) => name));
  for (const slice of slicesOf(input.phones)) {
    const owners = slice.flatMap(({ partner }) => partner ?? []);
    await addPartners(tx, partners, owners);
    const phones = await storedPhones(tx, slice);
    const isKnown = (name: string) => named.has(name) || partners.has(keyOf('partners', [name]));
    const moves = slice.flatMap((phone) => {
      const now = phones.get(keyOf('phones', PATHS.phones(phone)));
      const { partner } = phone;
      if (now === undefined || partner === undefined || partner === now.partner) return [];
      return [{ phoneId: now.id, partnerId: partners.get(keyOf('partners', [partner]))?.id ?? null }];
    });
    const othersTests = await countOthersTests(tx, moves);
    const compare = (phone: DirectoryPhone) => {
      const hasRetiredParent = phone.partner !== undefined && isRetired(phone.partner);
      return comparePhone(phone, { stored: phones, isKnown, othersTests, hasRetiredParent });
    };
    entries.push(...slice.map(compare));
  }
  return entries;
}

export function countStates(entries: readonly ComparedEntry[]): Record<ImportState, number> {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
  for (const { state } of entries) counts[state] += 1;
  return counts;
}

function comparePartner(partner: DirectoryPartner, stored: Stored<StoredPartner>): ComparedEntry {
  const path = PATHS.partners(partner);
  const now = stored.get(keyOf('partners', path));
  return compared('partners', path, now, false, [
    ['daily limit', limitWords(now?.limitPerDay), optional(partner.limitPerDay, limitWords)],
  ]);
}

function compareClient(
  client: DirectoryClient,
  stored: Stored<StoredClient>,
  hasRetiredParent: boolean,
): ComparedEntry {
  const path = PATHS.clients(client);
  return compared('clients', path, stored.get(keyOf('clients', path)), hasRetiredParent, []);
}

function compareOffice(
  office: DirectoryOffice,
  stored: Stored<StoredOffice>,
  gateways: readonly string[],
  hasRetiredParent: boolean,
): ComparedEntry {
  const path = PATHS.offices(office);
  const now = stored.get(keyOf('offices', path));
  const { gateway } = office;
  const wrong = (message: string) =>
    ({ kind: 'offices', path, state: 'wrong', field: 'gateway', message }) as const;
  if (gateway !== undefined && !gateways.includes(gateway))
    return wrong(`There is no gateway "${gateway}"; there are ${gateways.join(', ') || 'none yet'}.`);
  if (gateway !== undefined && now?.pinned && now.gateway !== gateway)
    return wrong(
      `The gateways file assigns another gateway to "${path.join(' / ')}": remove it there first.`,
    );
  return compared('offices', path, now, hasRetiredParent, [
    ['phone number', now?.phoneNumber, office.phoneNumber],
    ['manager’s first name', now?.managerFirstName, office.managerFirstName],
    ['manager’s last name', now?.managerLastName, office.managerLastName],
    ['gateway', now?.gateway ?? 'default', gateway],
  ]);
}

function comparePhone(
  phone: DirectoryPhone,
  {
    stored,
    isKnown,
    othersTests,
    hasRetiredParent,
  }: {
    readonly stored: Stored<StoredPhone>;
    readonly isKnown: (partner: string) => boolean;
    /** By phone id. */
    readonly othersTests: ReadonlyMap<number, number>;
    readonly hasRetiredParent: boolean;
  },
): ComparedEntry {
  const path = PATHS.phones(phone);
  const now = stored.get(keyOf('phones', path));
  const { partner } = phone;
  const wrong = (message: string) =>
    ({ kind: 'phones', path, state: 'wrong', field: 'partner', message }) as const;
  if (partner !== undefined && !isKnown(partner))
    return wrong(`There is no partner ${JSON.stringify(partner)}, to which a phone is assigned.`);
  const tests = othersTests.get(now?.id ?? 0);
  if (tests !== undefined) return wrong(othersTestsWords(tests));
  const moves = now !== undefined && partner !== undefined && now.partner !== partner;
  return compared(
    'phones',
    path,
    now,
    hasRetiredParent,
    [
      ['name', now?.name, phone.name],
      ['carrier', now?.carrier, phone.carrier],
      ['evidence', now?.evidence, phone.evidence],
      ['partner', now?.partner ?? 'all', partner],
    ],
    moves ? ['its open pairing ends, and its keys and sources are revoked'] : [],
  );
}

/** Its name, the stored value and that of the file; undefined: the file leaves it as it is. */
type Field = readonly [name: string, before: string | undefined, after: string | undefined];

function compared(
  kind: EntryKind,
  path: readonly string[],
  stored: Retirable | undefined,
  hasRetiredParent: boolean,
  fields: readonly Field[],
  /** What else the change does. */
  effects: readonly string[] = [],
): ComparedEntry {
  const changes =
    stored === undefined ? [] : fields.filter(([, before, after]) => after !== undefined && before !== after);
  const state = stored === undefined ? 'new' : changes.length > 0 ? 'changed' : 'same';
  const notes = [
    ...changes.map(([name, before, after]) => `${name}: ${before || 'none'} → ${after || 'none'}`),
    ...effects,
  ];
  if (stored?.retired) notes.push('it is retired and stays retired');
  else if (hasRetiredParent) notes.push('its partner or client is retired, so it cannot be chosen');
  return { kind, path, state, field: null, message: notes.length === 0 ? null : sentence(notes) };
}

function sentence(notes: readonly string[]): string {
  const text = notes.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function optional<T>(value: T | undefined, words: (value: T) => string): string | undefined {
  return value === undefined ? undefined : words(value);
}

function limitWords(limit: number | null = null): string {
  return limit === null ? 'none' : String(limit);
}

/** Adds the stored partners of these names. */
async function addPartners(
  tx: Transaction,
  partners: Map<string, StoredPartner>,
  names: readonly string[],
): Promise<void> {
  const missing = [...new Set(names)].filter((name) => !partners.has(keyOf('partners', [name])));
  const { rows } = await sql<StoredPartner>`
    select partners.id, partners.name, limit_per_day as "limitPerDay", retired
    from ${rowsAsTable('wanted', missing, { name: ['text', (name) => name] })}
    join partners on partners.name = wanted.name`.execute(tx);
  for (const row of rows) partners.set(keyOf('partners', [row.name]), row);
}

async function storedClients(tx: Transaction, clients: readonly DirectoryClient[]) {
  const wanted = rowsAsTable('wanted', clients, {
    partner: ['text', (row) => row.partner],
    client: ['text', (row) => row.name],
  });
  const { rows } = await sql<StoredClient>`
    select wanted.partner, clients.name, clients.retired from ${wanted}
    join partners on partners.name = wanted.partner
    join clients on clients.partner_id = partners.id and clients.name = wanted.client`.execute(tx);
  return byKey('clients', rows, PATHS.clients);
}

async function storedOffices(tx: Transaction, offices: readonly DirectoryOffice[]) {
  const wanted = rowsAsTable('wanted', offices, {
    partner: ['text', (row) => row.partner],
    client: ['text', (row) => row.client],
    office: ['text', (row) => row.office],
  });
  const { rows } = await sql<StoredOffice>`
    select wanted.partner, wanted.client, wanted.office, phone_number as "phoneNumber",
      manager_first_name as "managerFirstName", manager_last_name as "managerLastName",
      gateways.name as gateway, gateway_pinned as pinned, offices.retired
    from ${wanted}
    join partners on partners.name = wanted.partner
    join clients on clients.partner_id = partners.id and clients.name = wanted.client
    join offices on offices.client_id = clients.id and offices.name = wanted.office
    left join gateways on gateways.id = offices.gateway_id`.execute(tx);
  return byKey('offices', rows, (row) => [row.partner, row.client, row.office]);
}

async function storedPhones(tx: Transaction, phones: readonly DirectoryPhone[]) {
  const wanted = rowsAsTable('wanted', phones, { number: ['text', (row) => row.phoneNumber] });
  const { rows } = await sql<StoredPhone>`
    select test_phones.id, test_phones.name, phone_number as "phoneNumber", carrier, evidence, partners.name as partner,
      test_phones.retired
    from ${wanted} join test_phones on phone_number = wanted.number
    left join partners on partners.id = partner_id`.execute(tx);
  return byKey('phones', rows, ({ phoneNumber }) => [phoneNumber]);
}

async function openGateways(tx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from gateways where not retired order by lower(name)`.execute(tx);
  return rows.map(({ name }) => name);
}

function byKey<T>(kind: EntryKind, rows: readonly T[], path: (row: T) => readonly string[]): Stored<T> {
  return new Map(rows.map((row) => [keyOf(kind, path(row)), row]));
}
