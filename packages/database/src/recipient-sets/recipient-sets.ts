/** Stores recipient sets: named choices of partners, clients, offices and phones. Names are case-insensitive. */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';

/** Lists of ids; null for partners, clients or offices means all of them. */
export interface RecipientSetWrite {
  readonly name: string;
  readonly partnerIds: readonly number[] | null;
  readonly clientIds: readonly number[] | null;
  readonly officeIds: readonly number[] | null;
  readonly phoneIds: readonly number[];
}

export interface RecipientSetRow extends RecipientSetWrite {
  readonly id: number;
  /** User name of the account; null if it was deleted. */
  readonly createdBy: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Ordered by name. @param id only this one */
export async function listRecipientSets(db: Database, id?: number): Promise<RecipientSetRow[]> {
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
    .$if(id !== undefined, (query) => query.where('s.id', '=', id ?? 0))
    .orderBy(sql`lower(s.name)`)
    .execute();
}

/** @returns the id, or why nothing was stored */
export async function insertRecipientSet(
  tx: Transaction,
  set: RecipientSetWrite,
  { limit, createdBy, now }: { limit: number; createdBy: number | null; now: number },
): Promise<number | 'name taken' | 'too many'> {
  await lockSets(tx);
  if (await isTaken(tx, set.name)) return 'name taken';
  const { count } = await tx
    .selectFrom('recipient_sets')
    .select(sql<number>`count(*)::int4`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= limit) return 'too many';
  const { id } = await tx
    .insertInto('recipient_sets')
    .values({ ...columnsOf(set), created_by: createdBy, created_at: sqlTime(now), updated_at: sqlTime(now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @param now epoch milliseconds */
export async function updateRecipientSet(
  tx: Transaction,
  id: number,
  set: RecipientSetWrite,
  now: number,
): Promise<'updated' | 'unknown' | 'name taken'> {
  await lockSets(tx);
  if (await isTaken(tx, set.name, id)) return 'name taken';
  const row = await tx
    .updateTable('recipient_sets')
    .set({ ...columnsOf(set), updated_at: sqlTime(now) })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row === undefined ? 'unknown' : 'updated';
}

/** @returns false if there is no such set */
export async function deleteRecipientSet(tx: Transaction, id: number): Promise<boolean> {
  const row = await tx.deleteFrom('recipient_sets').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/**
 * Writes are rare. Without the lock, two simultaneous writes could both find the name free, or room for one more set.
 */
async function lockSets(tx: Transaction): Promise<void> {
  await sql`lock table recipient_sets in share row exclusive mode`.execute(tx);
}

async function isTaken(tx: Transaction, name: string, exceptId = 0): Promise<boolean> {
  const other = await tx
    .selectFrom('recipient_sets')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return other !== undefined;
}

function columnsOf({ name, partnerIds, clientIds, officeIds, phoneIds }: RecipientSetWrite) {
  return {
    name,
    partner_ids: partnerIds && [...partnerIds],
    client_ids: clientIds && [...clientIds],
    office_ids: officeIds && [...officeIds],
    phone_ids: [...phoneIds],
  };
}
