/** Keys that authenticate handsets: stored as hashes, one phone each, revoked but never deleted (CALL-16). */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { byWords } from '../core/words.ts';

/** Returns the row's id; null if there is no such phone. */
export async function insertHandsetKey(
  db: Database,
  key: {
    readonly phoneId: number;
    readonly keyHash: Buffer;
    readonly createdAt: number;
    readonly label?: string;
    /** The pairing that makes it. */
    readonly pairingId?: number;
    /** The account that created it. */
    readonly madeBy?: number | null;
  },
): Promise<number | null> {
  const row = await db
    .insertInto('handset_keys')
    .columns(['phone_id', 'key_hash', 'label', 'pairing_id', 'made_by', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('test_phones')
        .select([
          'id',
          sql<Buffer>`${key.keyHash}::bytea`.as('key_hash'),
          sql<string>`${key.label ?? ''}::text`.as('label'),
          sql<number | null>`${key.pairingId ?? null}::integer`.as('pairing_id'),
          sql<number | null>`${key.madeBy ?? null}::integer`.as('made_by'),
          sqlTime(key.createdAt).as('created_at'),
        ])
        .where('id', '=', key.phoneId),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A key as listed. Instants in epoch milliseconds. */
export interface HandsetKeyRow {
  readonly id: number;
  readonly phoneId: number;
  readonly phoneName: string;
  readonly label: string;
  /** User name of the account; null if unknown or deleted. */
  readonly madeBy: string | null;
  readonly createdAt: number;
  /** Up to a minute old. */
  readonly lastUsedAt: number | null;
  /** In the future: it was rotated, and works until then. */
  readonly revokedAt: number | null;
}

export interface HandsetKeyFilter {
  readonly phoneId?: number | undefined;
  /** Each word must occur in the label, or in the name of the phone or creator; a key without a label is `Key 3`. */
  readonly text?: string | undefined;
  /** Default: both. */
  readonly state?: 'valid' | 'ended' | undefined;
}

/** The keys of a phone, or of all phones, newest first. @param now epoch milliseconds */
export async function listHandsetKeys(
  db: Database,
  { phoneId, text = '', state }: HandsetKeyFilter,
  { now, offset, limit }: { readonly now: number; readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: HandsetKeyRow[]; readonly total: number }> {
  const label = sql`coalesce(nullif(handset_keys.label, ''), 'Key ' || handset_keys.id)`;
  const found = fromHandsetKeys(db)
    .$if(phoneId !== undefined, (keys) => keys.where('handset_keys.phone_id', '=', phoneId ?? 0))
    .$if(text !== '', (keys) => keys.where(byWords(sql`${label}, test_phones.name, accounts.username`, text)))
    .$if(state !== undefined, (keys) => keys.where(isValid(now), '=', state === 'valid'));
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(KEY_COLUMNS)
    .orderBy('handset_keys.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total };
}

/** Null if there is no such key. */
export async function findHandsetKey(db: Database, id: number): Promise<HandsetKeyRow | null> {
  const key = await fromHandsetKeys(db)
    .select(KEY_COLUMNS)
    .where('handset_keys.id', '=', id)
    .executeTakeFirst();
  return key ?? null;
}

function fromHandsetKeys(db: Database) {
  return db
    .selectFrom('handset_keys')
    .innerJoin('test_phones', 'test_phones.id', 'handset_keys.phone_id')
    .leftJoin('accounts', 'accounts.id', 'handset_keys.made_by');
}

const KEY_COLUMNS = [
  'handset_keys.id',
  'handset_keys.phone_id as phoneId',
  'test_phones.name as phoneName',
  'handset_keys.label',
  'accounts.username as madeBy',
  'handset_keys.created_at as createdAt',
  'handset_keys.last_used_at as lastUsedAt',
  sql<number | null>`coalesce(handset_keys.revoked_at, handset_keys.ends_at)`.as('revokedAt'),
] as const;

/** Never moves backwards: processes may report uses out of order. */
export async function noteHandsetKeyUses(
  db: Database,
  keyHashes: readonly Buffer[],
  now: number,
): Promise<void> {
  await sql`
    update handset_keys set last_used_at = ${sqlTime(now)}
    where key_hash = any (${keyHashes}::bytea[])
      and (last_used_at is null or last_used_at < ${sqlTime(now)})`.execute(db);
}

/** Returns false if there is no such key or it no longer works. */
export async function renameHandsetKey(
  db: Database,
  id: number,
  label: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('handset_keys')
    .set({ label })
    .where('id', '=', id)
    .where(isValid(now))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates a key with the phone, label and pairing of an old one. The old one then works until `endsAt` (epoch milliseconds).
 * @returns the id of the new key; null if there is no such key, or it was already revoked or rotated
 */
export async function rotateHandsetKey(
  db: Database,
  id: number,
  {
    keyHash,
    madeBy,
    now,
    endsAt,
  }: {
    readonly keyHash: Buffer;
    readonly madeBy: number | null;
    readonly now: number;
    readonly endsAt: number;
  },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with old as (
      update handset_keys set ends_at = ${sqlTime(endsAt)}
      where id = ${id} and revoked_at is null and ends_at is null
      returning phone_id, label, pairing_id)
    insert into handset_keys (phone_id, key_hash, label, pairing_id, made_by, created_at)
    select phone_id, ${keyHash}, label, pairing_id, ${madeBy}::integer, ${sqlTime(now)} from old
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether a key works: it was not revoked, whatever the clock says, and has not ended if it was rotated. */
export function isValid(now: number) {
  return sql<boolean>`(revoked_at is null and (ends_at is null or ends_at > ${sqlTime(now)}))`;
}

/** Returns false if there is no such key or it no longer works. */
export async function revokeHandsetKey(db: Database, id: number, now: number): Promise<boolean> {
  const row = await db
    .updateTable('handset_keys')
    .set({ revoked_at: sqlTime(now) })
    .where('id', '=', id)
    .where(isValid(now))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The phones of keys that work, in the order of the keys; null for others. */
export async function findPhonesByKeyHash(
  db: Database,
  keyHashes: readonly Buffer[],
  now: number,
): Promise<(number | null)[]> {
  const { rows } = await sql<{ hash: string; phoneId: number }>`
    select encode(key_hash, 'hex') as hash, phone_id as "phoneId" from handset_keys
    where key_hash = any (${keyHashes}::bytea[]) and ${isValid(now)}`.execute(db);
  const phones = new Map(rows.map(({ hash, phoneId }) => [hash, phoneId]));
  return keyHashes.map((hash) => phones.get(hash.toString('hex')) ?? null);
}

/** Atomically replaces the keys with this label that no account created, as for the lab's handsets at each start. */
export async function replaceHandsetKeys(
  db: Database,
  label: string,
  keys: readonly { readonly phoneId: number; readonly keyHash: Buffer }[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('handset_keys').where('label', '=', label).where('made_by', 'is', null).execute();
    if (keys.length === 0) return;
    await tx
      .insertInto('handset_keys')
      .values(
        keys.map(({ phoneId, keyHash }) => ({
          phone_id: phoneId,
          key_hash: keyHash,
          label,
          created_at: sqlTime(now),
        })),
      )
      .execute();
  });
}
