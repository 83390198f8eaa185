/**
 * What accounts share: recipient sets and saved views (ACCT-2). Each stores the partners of its maker, which no change
 * exceeds, and those whose accounts see it. Things with the same partners are counted together. A name is unique among these, and
 * among those that one account made, ignoring case.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { areInScope, type Scope } from './scope.ts';

/** In order; null: all. */
export type PartnerIds = readonly number[] | null;

/** What a shared thing says. */
export interface SharedContent {
  /** The partners of all entries that it names, in order. */
  readonly partnerIds: readonly number[];
  /** Whether it means every partner, beyond those. */
  readonly meansAll: boolean;
}

/** Who writes, and when (epoch milliseconds); at most `limit` things that are counted together. */
export interface SharedWriter {
  readonly accountId: number;
  readonly limit: number;
  readonly now: number;
}

/** Whether the account sees the thing. @param column its `shared_partner_ids` */
export function isShared(scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> {
  // Accounts without partners share with each other only.
  return scope.partnerIds?.length === 0 ? sql<boolean>`${column} = '{}'` : areInScope(scope, column);
}

/**
 * The partners whose accounts see it: those that it names, else those that its maker and the account that saves it have in
 * common. So both still see it. @param maker `maker_partner_ids`
 * @returns 'outside' if it names a partner that its maker does not have
 */
export function sharedPartners(
  { partnerIds: own }: Scope,
  maker: PartnerIds,
  { partnerIds, meansAll }: SharedContent,
): PartnerIds | 'outside' {
  if (maker !== null && partnerIds.some((id) => !maker.includes(id))) return 'outside';
  if (!meansAll && partnerIds.length > 0) return partnerIds;
  return maker === null ? inOrder(own) : maker.filter((id) => own === null || own.includes(id));
}

/** As stored: equal partners must be equal arrays. */
export function inOrder(ids: PartnerIds): number[] | null {
  return ids === null ? null : [...new Set(ids)].sort((one, other) => one - other);
}

/**
 * Why a name cannot be stored. Locks the table, as writes are rare: otherwise two simultaneous writes could both find the
 * name free, or room for one more. @param thing.exceptId the row that is replaced
 * @param counted rows with the same partners @param own rows that the account made and sees
 */
export async function nameRefusal(
  tx: Transaction,
  table: 'recipient_sets' | 'saved_views',
  { name, limit, exceptId }: { name: string; limit: number; exceptId: number | null },
  counted: RawBuilder<boolean>,
  own: RawBuilder<boolean>,
): Promise<'name taken' | 'too many' | null> {
  await lockShared(tx, table);
  const { rows } = await sql<{ count: number; isTaken: boolean }>`
    select count(*) filter (where ${counted})::int4 as count,
      coalesce(bool_or(lower(name) = lower(${name})), false) as "isTaken"
    from ${sql.table(table)} where id is distinct from ${exceptId}::int4 and (${counted} or ${own})`.execute(
    tx,
  );
  const [{ count, isTaken } = { count: 0, isTaken: false }] = rows;
  if (isTaken) return 'name taken';
  return count >= limit ? 'too many' : null;
}

/** Until the transaction ends. */
export async function lockShared(tx: Transaction, table: 'recipient_sets' | 'saved_views'): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
}
