/**
 * Searches partners, clients, offices or test phones by words of their names or by phone number, for selection from more
 * entries than a screen should load, and looks up the names of what was chosen before.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { byWords } from '../core/words.ts';
import { isInScope, isPhoneInScope, type Scope } from '../scope/scope.ts';
import { anyOf } from './directory.ts';

export interface DirectorySearch {
  readonly kind: 'partner' | 'client' | 'office' | 'phone';
  /**
   * Each word must occur in the entry's name or a parent's, or the digits in its number; empty matches
   * everything.
   */
  readonly text?: string | undefined;
  /** Only entries of this partner, or the partner itself; likewise for the client. */
  readonly partnerId?: number | undefined;
  readonly clientId?: number | undefined;
  /** Only these, also retired ones. */
  readonly ids?: readonly number[] | undefined;
}

export interface FoundEntry {
  readonly id: number;
  readonly name: string;
  /** For an office its client's and partner's names, for a client its partner's, for a phone its partner's if it has one. */
  readonly parents: string[];
  /** In the order of `parents`. */
  readonly parentIds: number[];
  /** Itself or a parent. */
  readonly isRetired: boolean;
}

/** A phone number or a part of one, as people type it. */
const NUMBER = /^[\d\s()+./-]+$/;
/** Fewer digits occur in too many numbers: all of them begin with +1. */
const MIN_DIGITS = 4;

/** A page of the entries, ordered by their parents' names and then their own, and the total. */
export async function searchDirectory(
  db: Database,
  scope: Scope,
  { kind, text = '', partnerId, clientId, ids }: DirectorySearch,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly entries: FoundEntry[]; readonly total: number }> {
  const { from, parents, parentIds, phoneNumber, partner, client, isRetired } = PLACES[kind];
  const names = sql.join([sql.ref('entry.name'), ...parents.map((name) => sql.ref(name))]);
  const conditions = [
    kind === 'phone' ? isPhoneInScope(scope, partner) : isInScope(scope, partner),
    ids === undefined ? sql`not ${isRetired}` : anyOf('entry.id', ids),
    ...(partnerId === undefined ? [] : [sql`${partner} = ${partnerId}`]),
    ...(clientId === undefined ? [] : [sql`${clientId} in (${client})`]),
    sql`(${sql.join([...byNumber(phoneNumber, text), byWords(names, text)], sql` or `)})`,
  ];
  const order = [...parents.toReversed(), 'entry.name'].map((name) => sql`lower(${sql.ref(name)})`);
  const found = sql`from ${from} where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<FoundEntry>`
    select entry.id, entry.name, ${listOf(parents)}::text[] as parents, ${listOf(parentIds)}::int4[] as "parentIds",
      ${isRetired} as "isRetired"
    ${found}
    order by ${sql.join(order)}, entry.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int4 as total ${found}`.execute(db);
  return { entries: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Without the parent that a shared phone does not have. */
function listOf(columns: readonly string[]): RawBuilder<unknown> {
  if (columns.length === 0) return sql`'{}'`;
  return sql`array_remove(array[${sql.join(columns.map((column) => sql.ref(column)))}], null)`;
}

/** The condition that a text of digits occurs in the number, which is stored in E.164; none for any other text. */
export function byNumber(column: string | null, text: string): RawBuilder<unknown>[] {
  const digits = text.replaceAll(/\D/g, '');
  if (column === null || !NUMBER.test(text) || digits.length < MIN_DIGITS) return [];
  return [sql`position(${digits} in ${sql.ref(column)}) > 0`];
}

/** The tables of each kind, and its parents' names and ids, nearest first. */
const PLACES = {
  partner: {
    from: sql`partners as entry`,
    parents: [],
    parentIds: [],
    phoneNumber: null,
    isRetired: sql`entry.retired`,
    partner: sql`entry.id`,
    client: sql`select id from clients where partner_id = entry.id`,
  },
  client: {
    from: sql`clients as entry join partners on partners.id = entry.partner_id`,
    parents: ['partners.name'],
    parentIds: ['partners.id'],
    phoneNumber: null,
    isRetired: sql`(entry.retired or partners.retired)`,
    partner: sql`partners.id`,
    client: sql`entry.id`,
  },
  office: {
    from: sql`offices as entry join clients on clients.id = entry.client_id
      join partners on partners.id = clients.partner_id`,
    parents: ['clients.name', 'partners.name'],
    parentIds: ['clients.id', 'partners.id'],
    phoneNumber: 'entry.phone_number',
    isRetired: sql`(entry.retired or clients.retired or partners.retired)`,
    partner: sql`partners.id`,
    client: sql`clients.id`,
  },
  phone: {
    from: sql`test_phones as entry left join partners on partners.id = entry.partner_id`,
    parents: ['partners.name'],
    parentIds: ['partners.id'],
    phoneNumber: 'entry.phone_number',
    isRetired: sql`(entry.retired or coalesce(partners.retired, false))`,
    partner: sql`entry.partner_id`,
    client: sql`null::int4`,
  },
} as const;
