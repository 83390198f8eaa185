/** Stores saved views. An account sees its own and the shared ones; names are unique among each, ignoring case. */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';

export interface SavedViewWrite {
  readonly name: string;
  /** The query of the list. */
  readonly filters: string;
  readonly shared: boolean;
}

export interface SavedViewRow extends SavedViewWrite {
  readonly id: number;
  /** User name of the account; null if it was deleted. */
  readonly createdBy: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Who writes, and when (epoch milliseconds); at most `limit` views of the account, and as many shared ones. */
export interface ViewWriter {
  readonly accountId: number;
  readonly limit: number;
  readonly now: number;
}

/** Ordered by name. @param id only this one */
export async function listSavedViews(db: Database, accountId: number, id?: number): Promise<SavedViewRow[]> {
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
    .where(isSeenBy(accountId))
    .$if(id !== undefined, (query) => query.where('v.id', '=', id ?? 0))
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute();
}

/** @returns the id, or why nothing was stored */
export async function insertSavedView(
  tx: Transaction,
  view: SavedViewWrite,
  writer: ViewWriter,
): Promise<number | 'name taken' | 'too many'> {
  const refusal = await refusalOf(tx, view, writer);
  if (refusal !== null) return refusal;
  const now = sqlTime(writer.now);
  const { id } = await tx
    .insertInto('saved_views')
    .values({ ...columnsOf(view, writer), created_by: writer.accountId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns why nothing was stored; null if it was */
export async function updateSavedView(
  tx: Transaction,
  id: number,
  view: SavedViewWrite,
  writer: ViewWriter,
): Promise<'unknown' | 'name taken' | 'too many' | null> {
  const refusal = await refusalOf(tx, view, writer, id);
  if (refusal !== null) return refusal;
  const row = await tx
    .updateTable('saved_views as v')
    .set({ ...columnsOf(view, writer), updated_at: sqlTime(writer.now) })
    .where('v.id', '=', id)
    .where(isSeenBy(writer.accountId))
    .returning('v.id')
    .executeTakeFirst();
  return row === undefined ? 'unknown' : null;
}

/** @returns false if this account sees no such view */
export async function deleteSavedView(tx: Transaction, id: number, accountId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('saved_views as v')
    .where('v.id', '=', id)
    .where(isSeenBy(accountId))
    .returning('v.id')
    .executeTakeFirst();
  return row !== undefined;
}

function isSeenBy(accountId: number) {
  return sql<boolean>`(v.owner_id is null or v.owner_id = ${accountId})`;
}

/**
 * Writes are rare, so the table is locked: otherwise two simultaneous writes could both find the name free, or room for
 * one more view.
 */
async function refusalOf(
  tx: Transaction,
  view: SavedViewWrite,
  writer: ViewWriter,
  exceptId = 0,
): Promise<'name taken' | 'too many' | null> {
  await sql`lock table saved_views in share row exclusive mode`.execute(tx);
  const { owner_id: owner } = columnsOf(view, writer);
  const { count, taken } = await tx
    .selectFrom('saved_views')
    .select([
      sql<number>`count(*)::int4`.as('count'),
      sql<boolean>`coalesce(bool_or(lower(name) = lower(${view.name})), false)`.as('taken'),
    ])
    .where('id', '!=', exceptId)
    .where(sql<boolean>`owner_id is not distinct from ${owner}::int4`)
    .executeTakeFirstOrThrow();
  if (taken) return 'name taken';
  return count >= writer.limit ? 'too many' : null;
}

function columnsOf({ name, filters, shared }: SavedViewWrite, { accountId }: ViewWriter) {
  return { name, filters, owner_id: shared ? null : accountId };
}
