/** Manages the directory: lists, creates, changes, retires and deletes its entries (DIR-1, 2). */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { byWords } from '../core/words.ts';
import { endReporters } from '../handsets/phone-reporters.ts';
import type { Scope } from '../scope/scope.ts';
import { type EntryFields, type EntryKind, type EntryRows, KINDS } from './entry-kinds.ts';
import { byNumber } from './search.ts';

export interface EntryFilter {
  /** Each word must occur in a name or the carrier, or the digits in the number; empty matches everything. */
  readonly text?: string | undefined;
  /** `retired`: itself or a parent. */
  readonly state?: 'active' | 'retired' | undefined;
  readonly partnerId?: number | undefined;
  /** For offices; ignored for the others. */
  readonly clientId?: number | undefined;
}

/** @param page.order a key of the kind's orders, with `-` for the reverse */
export async function listEntries<K extends EntryKind>(
  db: Database,
  scope: Scope,
  kind: K,
  { text = '', state, partnerId, clientId }: EntryFilter,
  page: { readonly order: string; readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: EntryRows[K][]; readonly total: number }> {
  const { from, isOwn, isRetired, partnerId: partner, words, number, orders } = KINDS[kind];
  const conditions: RawBuilder<unknown>[] = [
    isOwn(scope),
    sql`(${sql.join([...byNumber(number, text), byWords(words, text)], sql` or `)})`,
  ];
  if (state !== undefined) conditions.push(state === 'retired' ? isRetired : sql`not ${isRetired}`);
  if (partnerId !== undefined) conditions.push(sql`${partner} = ${partnerId}`);
  if (clientId !== undefined && kind === 'offices') conditions.push(sql`e.client_id = ${clientId}`);
  const found = sql`from ${from} where ${sql.join(conditions, sql` and `)}`;
  const order = orders[page.order.replace(/^-/, '')] ?? orders.name;
  const direction = page.order.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } = await sql<EntryRows[K]>`select ${fieldsOf(kind)} ${found}
    order by ${order} ${direction}, lower(e.name), e.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*)::int4 as total ${found}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Null if there is none in scope. */
export async function findEntry<K extends EntryKind>(
  db: Database,
  scope: Scope,
  kind: K,
  id: number,
): Promise<EntryRows[K] | null> {
  const { from, isOwn } = KINDS[kind];
  const { rows } = await sql<EntryRows[K]>`
    select ${fieldsOf(kind)} from ${from} where e.id = ${id} and ${isOwn(scope)}`.execute(db);
  return rows[0] ?? null;
}

function fieldsOf(kind: EntryKind): RawBuilder<unknown> {
  const { columns, parents, offices } = KINDS[kind];
  const written = Object.entries(columns).map(
    ([field, column]) => sql`${sql.ref(`e.${column}`)} as ${sql.ref(field)}`,
  );
  const counted = offices === null ? [] : [sql`${offices} as offices`];
  return sql.join([sql`e.id`, sql`e.retired`, ...written, sql`${parents} as parents`, ...counted]);
}

/**
 * Waits for other writes of the kind to end. Writes are rare; without the lock, two of them could both find a name free,
 * or change the same entry.
 */
export async function lockEntries(tx: Transaction, kind: EntryKind): Promise<void> {
  await sql`lock table ${sql.table(KINDS[kind].table)} in share row exclusive mode`.execute(tx);
}

/** The id of another entry with the same name, or for a phone the same number, among all partners; null if there is none. */
export async function findTwin<K extends EntryKind>(
  tx: Transaction,
  kind: K,
  fields: EntryFields[K],
  exceptId = 0,
): Promise<number | null> {
  const { table, columns } = KINDS[kind];
  const same = UNIQUE[kind].map(
    (field) => sql`${sql.ref(columns[field] ?? field)} = ${fields[field as keyof EntryFields[K]]}`,
  );
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.join(same, sql` and `)} and id <> ${exceptId}`.execute(tx);
  return rows[0]?.id ?? null;
}

const UNIQUE: Readonly<Record<EntryKind, readonly string[]>> = {
  partners: ['name'],
  clients: ['name', 'partnerId'],
  offices: ['name', 'clientId'],
  phones: ['phoneNumber'],
};

/** @returns the id */
export async function insertEntry<K extends EntryKind>(
  tx: Transaction,
  kind: K,
  fields: EntryFields[K],
): Promise<number> {
  const { table, columns } = KINDS[kind];
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(Object.values(columns).map((column) => sql.ref(column)))})
    values (${sql.join(Object.keys(columns).map((field) => fields[field as keyof EntryFields[K]]))})
    returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** The id must exist. A phone that moves to another partner loses what reports for it. @param now epoch milliseconds */
export async function updateEntry<K extends EntryKind>(
  tx: Transaction,
  kind: K,
  id: number,
  fields: EntryFields[K],
  now: number,
): Promise<void> {
  const { table, columns } = KINDS[kind];
  if (kind === 'phones') {
    const { partnerId } = fields as EntryFields['phones'];
    const moved = sql`select id from test_phones where id = ${id} and partner_id is distinct from ${partnerId}`;
    await endReporters(tx, moved, now);
  }
  const set = Object.entries(columns).map(
    ([field, column]) => sql`${sql.ref(column)} = ${fields[field as keyof EntryFields[K]]}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(tx);
}

/** The id must exist. Retired phones lose what reports for them. @param now epoch milliseconds */
export async function retireEntry(tx: Transaction, kind: EntryKind, id: number, now: number): Promise<void> {
  const { table, phonesOf } = KINDS[kind];
  if (phonesOf !== null) await endReporters(tx, phonesOf(id), now);
  await sql`update ${sql.table(table)} set retired = true where id = ${id}`.execute(tx);
}

/** The id must exist. What reported for its phones stays revoked. */
export async function restoreEntry(tx: Transaction, kind: EntryKind, id: number): Promise<void> {
  await sql`update ${sql.table(KINDS[kind].table)} set retired = false where id = ${id}`.execute(tx);
}

/** What refers to an entry, by kind, with how many there are; only those that exist. */
export type EntryUses = Readonly<
  Partial<
    Record<
      | 'clients'
      | 'offices'
      | 'phones'
      | 'tests'
      | 'accounts'
      | 'recipient sets'
      | 'handset keys'
      | 'handset sources',
      number
    >
  >
>;

/** Deletes the entry unless something refers to it. @returns what does */
export async function deleteEntry(tx: Transaction, kind: EntryKind, id: number): Promise<EntryUses> {
  // Waits for transactions that refer to it right now: a test holds its offices and phones until it is stored.
  await sql`select from ${sql.table(KINDS[kind].table)} where id = ${id} for update`.execute(tx);
  const counts = Object.entries(USES[kind]).map(
    ([noun, of]) =>
      sql`select ${sql.lit(noun)} as noun, count(*)::int4 as count from ${of(sql`${id}::int4`)}`,
  );
  const { rows } = await sql<{
    noun: keyof EntryUses;
    count: number;
  }>`${sql.join(counts, sql` union all `)}`.execute(tx);
  const uses = Object.fromEntries(
    rows.filter(({ count }) => count > 0).map(({ noun, count }) => [noun, count]),
  );
  if (Object.keys(uses).length === 0)
    await sql`delete from ${sql.table(KINDS[kind].table)} where id = ${id}`.execute(tx);
  return uses;
}

type Use = (id: RawBuilder<number>) => RawBuilder<unknown>;
/** Messages and receptions come from tests, which are deleted only before they have sent any. */
const USES: Readonly<Record<EntryKind, Readonly<Partial<Record<keyof EntryUses, Use>>>>> = {
  partners: {
    clients: (id) => sql`clients where partner_id = ${id}`,
    phones: (id) => sql`test_phones where partner_id = ${id}`,
    accounts: (id) => sql`accounts where ${id} = any (partner_ids)`,
    'recipient sets': (id) => sql`recipient_sets where ${id} = any (partner_ids)`,
  },
  clients: {
    offices: (id) => sql`offices where client_id = ${id}`,
    'recipient sets': (id) => sql`recipient_sets where ${id} = any (client_ids)`,
  },
  offices: {
    tests: (id) => sql`tests where office_ids @> array[${id}]`,
    'recipient sets': (id) => sql`recipient_sets where ${id} = any (office_ids)`,
  },
  phones: {
    tests: (id) => sql`tests where phone_ids @> array[${id}]`,
    'recipient sets': (id) => sql`recipient_sets where ${id} = any (phone_ids)`,
    'handset keys': (id) => sql`handset_keys where phone_id = ${id}`,
    'handset sources': (id) => sql`handset_source_phones where phone_id = ${id}`,
  },
};
