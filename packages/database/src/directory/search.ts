/** Searches partners, clients or offices by words of their names, for selection from more entries than a screen should load. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

export interface DirectorySearch {
  readonly kind: 'partner' | 'client' | 'office';
  /** Each word must occur in the entry's name or a parent's; without words everything matches. */
  readonly text?: string | undefined;
  /** Only what belongs to it, or it itself. */
  readonly partnerId?: number | undefined;
  readonly clientId?: number | undefined;
  /** Only this one. */
  readonly id?: number | undefined;
}

export interface FoundEntry {
  readonly id: number;
  readonly name: string;
  /** For an office its client's and partner's names, for a client its partner's. */
  readonly parents: string[];
}

/** The first entries, ordered by their parents' names and then their own, and the total. */
export async function searchDirectory(
  db: Database,
  { kind, text = '', partnerId, clientId, id }: DirectorySearch,
  limit: number,
): Promise<{ readonly entries: FoundEntry[]; readonly total: number }> {
  const { from, parents, partner, client } = PLACES[kind];
  const names = sql.join([sql.ref('entry.name'), ...parents.map((name) => sql.ref(name))]);
  const conditions = [
    ...(id === undefined ? [] : [sql`entry.id = ${id}`]),
    ...(partnerId === undefined ? [] : [sql`${partner} = ${partnerId}`]),
    ...(clientId === undefined ? [] : [sql`${clientId} in (${client})`]),
    ...text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => sql`position(lower(${word}) in lower(concat_ws(' ', ${names}))) > 0`),
  ];
  const order = [...parents.toReversed(), 'entry.name'].map((name) => sql`lower(${sql.ref(name)})`);
  const { rows } = await sql<FoundEntry & { total: number }>`
    select entry.id, entry.name, array[${sql.join(parents.map((name) => sql.ref(name)))}]::text[] as parents,
      count(*) over ()::int4 as total
    from ${from}
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by ${sql.join(order)}, entry.id
    limit ${limit}`.execute(db);
  return { entries: rows.map(({ total: _total, ...entry }) => entry), total: rows[0]?.total ?? 0 };
}

/** The tables of each kind, and its parents' names, nearest first. */
const PLACES = {
  partner: {
    from: sql`partners as entry`,
    parents: [],
    partner: sql`entry.id`,
    client: sql`select id from clients where partner_id = entry.id`,
  },
  client: {
    from: sql`clients as entry join partners on partners.id = entry.partner_id`,
    parents: ['partners.name'],
    partner: sql`partners.id`,
    client: sql`entry.id`,
  },
  office: {
    from: sql`offices as entry join clients on clients.id = entry.client_id
      join partners on partners.id = clients.partner_id`,
    parents: ['clients.name', 'partners.name'],
    partner: sql`partners.id`,
    client: sql`clients.id`,
  },
} as const;
