/** Stores saved views. An account sees its own, and those shared with it as {@link sharedPartners} says. */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import type { Scope } from '../scope/scope.ts';
import {
  inOrder,
  isShared,
  lockShared,
  nameRefusal,
  type PartnerIds,
  type SharedContent,
  type SharedWriter,
  sharedPartners,
} from '../scope/sharing.ts';

interface SavedView {
  readonly name: string;
  /** The query of the list. */
  readonly filters: string;
  readonly shared: boolean;
}

export interface SavedViewWrite extends SavedView {
  readonly content: SharedContent;
}

export interface SavedViewRow extends SavedView {
  readonly id: number;
  /** User name of the account; null if it was deleted. */
  readonly createdBy: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Refusal = 'outside' | 'not its maker' | 'name taken' | 'too many';

/** By name. @param id only this one */
export async function listSavedViews(
  db: Database,
  scope: Scope,
  accountId: number,
  id?: number,
): Promise<SavedViewRow[]> {
  return db
    .selectFrom('saved_views as v')
    .leftJoin('accounts', 'accounts.id', 'v.created_by')
    .select([
      'v.id',
      'v.name',
      'v.filters',
      sql<boolean>`v.owner_id is null`.as('shared'),
      'accounts.username as createdBy',
      'v.created_at as createdAt',
      'v.updated_at as updatedAt',
    ])
    .where(isSeenBy(scope, accountId))
    .$if(id !== undefined, (query) => query.where('v.id', '=', id ?? 0))
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute();
}

/** @returns the id, or why nothing was stored */
export async function insertSavedView(
  tx: Transaction,
  scope: Scope,
  view: SavedViewWrite,
  writer: SharedWriter,
): Promise<number | Refusal> {
  const made = { maker: inOrder(scope.partnerIds), createdBy: writer.accountId };
  const columns = await columnsOf(tx, scope, view, { ...writer, ...made, exceptId: null });
  if (typeof columns === 'string') return columns;
  const { id } = await tx
    .insertInto('saved_views')
    .values({
      ...columns,
      maker_partner_ids: made.maker,
      created_by: writer.accountId,
      created_at: columns.updated_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns why nothing was stored; null if it was */
export async function updateSavedView(
  tx: Transaction,
  scope: Scope,
  id: number,
  view: SavedViewWrite,
  writer: SharedWriter,
): Promise<'unknown' | Refusal | null> {
  await lockShared(tx, 'saved_views');
  const old = await tx
    .selectFrom('saved_views as v')
    .select(['v.maker_partner_ids as maker', 'v.created_by as createdBy'])
    .where('v.id', '=', id)
    .where(isSeenBy(scope, writer.accountId))
    .executeTakeFirst();
  if (old === undefined) return 'unknown';
  const columns = await columnsOf(tx, scope, view, { ...writer, ...old, exceptId: id });
  if (typeof columns === 'string') return columns;
  await tx.updateTable('saved_views').set(columns).where('id', '=', id).execute();
  return null;
}

/** @returns false if this account sees no such view */
export async function deleteSavedView(
  tx: Transaction,
  scope: Scope,
  id: number,
  accountId: number,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('saved_views as v')
    .where('v.id', '=', id)
    .where(isSeenBy(scope, accountId))
    .returning('v.id')
    .executeTakeFirst();
  return row !== undefined;
}

function isSeenBy(scope: Scope, accountId: number) {
  return sql<boolean>`(v.owner_id = ${accountId}
    or v.owner_id is null and ${isShared(scope, sql`v.shared_partner_ids`)})`;
}

type Made = SharedWriter & { maker: PartnerIds; createdBy: number | null; exceptId: number | null };

/** @returns why it cannot be stored, instead of the columns */
async function columnsOf(tx: Transaction, scope: Scope, view: SavedViewWrite, made: Made) {
  const { name, filters, content } = view;
  const { accountId, limit, exceptId } = made;
  // Otherwise an account could take a view from the others.
  if (!view.shared && made.createdBy !== accountId) return 'not its maker';
  const shared = view.shared ? sharedPartners(scope, made.maker, content) : null;
  if (shared === 'outside') return shared;
  const owner = view.shared ? null : accountId;
  const isAlike = sql<boolean>`owner_id is not distinct from ${owner}::int4`;
  const counted = sql<boolean>`${isAlike} and shared_partner_ids is not distinct from ${shared}::int4[]`;
  const own = sql<boolean>`${isAlike} and created_by = ${accountId}
    and ${isShared(scope, sql`shared_partner_ids`)}`;
  const refusal = await nameRefusal(tx, 'saved_views', { name, limit, exceptId }, counted, own);
  if (refusal !== null) return refusal;
  return {
    name,
    filters,
    owner_id: owner,
    shared_partner_ids: shared && [...shared],
    updated_at: sqlTime(made.now),
  };
}
