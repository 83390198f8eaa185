/**
 * Answers kept under the key that their caller chose. A key's row is written in the transaction of its write, so there
 * is never one without the other; while that transaction runs, an advisory lock tells every process that it does.
 */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';

/** Whose key: two accounts may use the same one. `hash`: SHA-256 of the key. */
export interface IdempotencyKey {
  readonly accountId: number;
  readonly hash: Buffer;
}

export interface KeptAnswer {
  /** Of what was asked. */
  readonly fingerprint: Buffer;
  /** HTTP status. */
  readonly status: number;
  /** Sealed. */
  readonly answer: Buffer;
}

/**
 * Holds the key until the transaction ends. Look for its answer after this, in a statement of its own: an older
 * snapshot would not see what the last holder committed.
 * @returns false, at once, while somebody else holds it
 */
export async function holdIdempotencyKey(
  tx: Transaction,
  { accountId, hash }: IdempotencyKey,
): Promise<boolean> {
  // 64 of the hash's 256 bits: two keys that share them would only have to wait for each other.
  const lock = hash.readBigInt64BE() ^ BigInt(accountId);
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(${lock}::int8) as held`.execute(tx);
  return rows[0]?.held === true;
}

/** @param keptSince epoch milliseconds: older answers count as gone, swept or not */
export async function findKeptAnswer(
  db: Database,
  { accountId, hash }: IdempotencyKey,
  keptSince: number,
): Promise<KeptAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('account_id', '=', accountId)
    .where('key_hash', '=', hash)
    .where('created_at', '>', sqlTime(keptSince))
    .executeTakeFirst();
  return row ?? null;
}

/** To be called by the key's holder; takes the place of an answer that is too old to count. */
export async function keepAnswer(
  tx: Transaction,
  { accountId, hash }: IdempotencyKey,
  kept: KeptAnswer & { now: number },
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

/** Removes answers from before an instant (epoch milliseconds); answers how many. */
export async function sweepKeptAnswers(db: Database, before: number): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', sqlTime(before))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
