/** Stores recipient sets: named choices of partners, clients, offices and phones, shared as {@link sharedPartners} says. */
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

/** Lists of ids; null for partners, clients or offices means all of them. */
interface RecipientChoice {
  readonly name: string;
  readonly partnerIds: readonly number[] | null;
  readonly clientIds: readonly number[] | null;
  readonly officeIds: readonly number[] | null;
  readonly phoneIds: readonly number[];
}

export interface RecipientSetWrite extends RecipientChoice {
  readonly content: SharedContent;
}

type Refusal = 'outside' | 'name taken' | 'too many';

export interface RecipientSetRow extends RecipientChoice {
  readonly id: number;
  /** User name of the account; null if it was deleted. */
  readonly createdBy: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Those that the account sees, by name. @param id only this one */
export async function listRecipientSets(db: Database, scope: Scope, id?: number): Promise<RecipientSetRow[]> {
  return db
    .selectFrom('recipient_sets as s')
    .leftJoin('accounts', 'accounts.id', 's.created_by')
    .select([
      's.id',
      's.name',
      's.partner_ids as partnerIds',
      's.client_ids as clientIds',
      's.office_ids as officeIds',
      's.phone_ids as phoneIds',
      'accounts.username as createdBy',
      's.created_at as createdAt',
      's.updated_at as updatedAt',
    ])
    .where(isShared(scope, sql`s.shared_partner_ids`))
    .$if(id !== undefined, (query) => query.where('s.id', '=', id ?? 0))
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.id')
    .execute();
}

/** @returns the id, or why nothing was stored */
export async function insertRecipientSet(
  tx: Transaction,
  scope: Scope,
  set: RecipientSetWrite,
  writer: SharedWriter,
): Promise<number | Refusal> {
  const maker = inOrder(scope.partnerIds);
  const columns = await columnsOf(tx, scope, set, { ...writer, maker, exceptId: null });
  if (typeof columns === 'string') return columns;
  const { id } = await tx
    .insertInto('recipient_sets')
    .values({
      ...columns,
      maker_partner_ids: maker,
      created_by: writer.accountId,
      created_at: columns.updated_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns why nothing was stored; null if it was */
export async function updateRecipientSet(
  tx: Transaction,
  scope: Scope,
  id: number,
  set: RecipientSetWrite,
  writer: SharedWriter,
): Promise<'unknown' | Refusal | null> {
  await lockShared(tx, 'recipient_sets');
  const old = await tx
    .selectFrom('recipient_sets')
    .select('maker_partner_ids as maker')
    .where('id', '=', id)
    .where(isShared(scope, sql`shared_partner_ids`))
    .executeTakeFirst();
  if (old === undefined) return 'unknown';
  const columns = await columnsOf(tx, scope, set, { ...writer, maker: old.maker, exceptId: id });
  if (typeof columns === 'string') return columns;
  await tx.updateTable('recipient_sets').set(columns).where('id', '=', id).execute();
  return null;
}

/** @returns false if this account sees no such set */
export async function deleteRecipientSet(tx: Transaction, scope: Scope, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('recipient_sets')
    .where('id', '=', id)
    .where(isShared(scope, sql`shared_partner_ids`))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns why it cannot be stored, instead of the columns */
async function columnsOf(
  tx: Transaction,
  scope: Scope,
  { name, content, partnerIds, clientIds, officeIds, phoneIds }: RecipientSetWrite,
  { maker, exceptId, accountId, limit, now }: SharedWriter & { maker: PartnerIds; exceptId: number | null },
) {
  const shared = sharedPartners(scope, maker, content);
  if (shared === 'outside') return shared;
  const counted = sql<boolean>`shared_partner_ids is not distinct from ${shared}::int4[]`;
  const own = sql<boolean>`created_by = ${accountId} and ${isShared(scope, sql`shared_partner_ids`)}`;
  const refusal = await nameRefusal(tx, 'recipient_sets', { name, limit, exceptId }, counted, own);
  if (refusal !== null) return refusal;
  return {
    name,
    partner_ids: partnerIds && [...partnerIds],
    client_ids: clientIds && [...clientIds],
    office_ids: officeIds && [...officeIds],
    phone_ids: [...phoneIds],
    shared_partner_ids: shared && [...shared],
    updated_at: sqlTime(now),
  };
}
