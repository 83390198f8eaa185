/**
 * Responses stored under the caller's idempotency key. The row is written in the same transaction as the change, so
 * neither exists without the other; while that transaction runs, an advisory lock shows it to every process.
 */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';

/** The key of one account; two accounts may use the same key. `hash`: SHA-256 of the key. */
export interface IdempotencyKey {
  readonly accountId: number;
  readonly hash: Buffer;
}

export interface StoredResponse {
  /** The fingerprint of the request. */
  readonly fingerprint: Buffer;
  /** HTTP status. */
  readonly status: number;
  /** Sealed. */
  readonly answer: Buffer;
}

/**
 * Locks the key until the transaction ends. Look up its response afterwards, in a separate statement: an older snapshot
 * would miss what the previous holder committed.
 * @returns false, at once, if it is already locked
 */
export async function holdIdempotencyKey(
  tx: Transaction,
  { accountId, hash }: IdempotencyKey,
): Promise<boolean> {
  // 64 of the hash's 256 bits: two keys that collide only wait for each other.
  const lock = hash.readBigInt64BE() ^ BigInt(accountId);
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(${lock}::int8) as held`.execute(tx);
  return rows[0]?.held === true;
}

/** @param keptSince epoch milliseconds: older responses count as gone, deleted or not */
export async function findStoredResponse(
  db: Database,
  { accountId, hash }: IdempotencyKey,
  keptSince: number,
): Promise<StoredResponse | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('account_id', '=', accountId)
    .where('key_hash', '=', hash)
    .where('created_at', '>', sqlTime(keptSince))
    .executeTakeFirst();
  return row ?? null;
}

/** Only for the holder of the key; replaces an expired response. */
export async function storeResponse(
  tx: Transaction,
  { accountId, hash }: IdempotencyKey,
  kept: StoredResponse & { now: number },
): Promise<void> {
  const values = {
    fingerprint: kept.fingerprint,
    status: kept.status,
    answer: kept.answer,
    created_at: sqlTime(kept.now),
  };
  await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key_hash: hash, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'key_hash']).doUpdateSet(values))
    .execute();
}

/** Deletes responses older than an instant (epoch milliseconds); returns the count. */
export async function sweepStoredResponses(db: Database, before: number): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', sqlTime(before))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
