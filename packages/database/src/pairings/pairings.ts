/** Pairings: how a phone gets its key or source, and whether a message has proved that it reports (PAIR-1, 2). */
import type { Role } from '@textprobe/domain/roles';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { holdPhones } from '../handsets/phone-reporters.ts';
import type { PairingKind } from '../schema/column-types.ts';
import { isPhoneInScope, type Scope } from '../scope/scope.ts';

/** Instants in epoch milliseconds. */
export interface PairingRow {
  readonly id: number;
  readonly phoneId: number;
  readonly phoneName: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** Null: all partners share the phone. */
  readonly partnerId: number | null;
  readonly kind: PairingKind;
  readonly madeById: number | null;
  /** User name of the account; null if unknown or deleted. */
  readonly madeBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly openedAt: number | null;
  readonly openedBy: string | null;
  /** The newest, if it was rotated. */
  readonly keyId: number | null;
  readonly sourceId: string | null;
  /** False once its key or source was revoked. */
  readonly works: boolean;
  readonly textCode: string;
  readonly confirmedAt: number | null;
  /** When another key or source reported its text. */
  readonly misreportedAt: number | null;
  readonly endedAt: number | null;
}

const LISTED = 10;

/** The newest ten pairings of a phone, newest first. */
export async function listPairings(db: Database, scope: Scope, phoneId: number): Promise<PairingRow[]> {
  return selectPairings(db, scope)
    .where('p.phone_id', '=', phoneId)
    .orderBy('p.id', 'desc')
    .limit(LISTED)
    .execute();
}

/** Null if there is none whose phone is in scope. */
export async function findPairing(db: Database, scope: Scope, id: number): Promise<PairingRow | null> {
  return (await selectPairings(db, scope).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

function selectPairings(db: Database, scope: Scope) {
  return db
    .selectFrom('pairings as p')
    .innerJoin('test_phones as t', 't.id', 'p.phone_id')
    .leftJoin('accounts as a', 'a.id', 'p.made_by')
    .leftJoin('handset_keys as k', (join) =>
      join.onRef('k.pairing_id', '=', 'p.id').on('k.ends_at', 'is', null),
    )
    .leftJoin('handset_sources as s', 's.id', 'p.source_id')
    .select([
      'p.id',
      'p.phone_id as phoneId',
      't.name as phoneName',
      't.phone_number as phoneNumber',
      't.partner_id as partnerId',
      'p.kind',
      'p.made_by as madeById',
      'a.username as madeBy',
      'p.created_at as createdAt',
      'p.expires_at as expiresAt',
      'p.opened_at as openedAt',
      'p.opened_by as openedBy',
      'k.id as keyId',
      's.id as sourceId',
      sql<boolean>`coalesce(k.revoked_at is null and k.id is not null, false)
        or coalesce(s.revoked_at is null and s.id is not null, false)`.as('works'),
      'p.text_code as textCode',
      'p.confirmed_at as confirmedAt',
      'p.misreported_at as misreportedAt',
      'p.ended_at as endedAt',
    ])
    .where(isPhoneInScope(scope, sql`t.partner_id`));
}

/** Ends the phone's open pairing first. @returns the id */
export async function insertPairing(
  tx: Transaction,
  pairing: {
    readonly phoneId: number;
    readonly kind: PairingKind;
    /** Null: there are no settings to show. */
    readonly codeHash: Buffer | null;
    readonly textCode: string;
    readonly madeBy: number | null;
    /** Epoch milliseconds. */
    readonly now: number;
    readonly expiresAt: number;
  },
): Promise<number> {
  const { phoneId, now } = pairing;
  await sql`select id from test_phones where id = ${phoneId} for no key update`.execute(tx);
  const open = await tx
    .selectFrom('pairings')
    .select('id')
    .where('phone_id', '=', phoneId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (open !== undefined) await endPairing(tx, open.id, now);
  const { id } = await tx
    .insertInto('pairings')
    .values({
      phone_id: phoneId,
      kind: pairing.kind,
      code_hash: pairing.codeHash,
      text_code: pairing.textCode,
      made_by: pairing.madeBy,
      created_at: sqlTime(now),
      expires_at: sqlTime(pairing.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends an open pairing and revokes its key or source. @returns false if it is confirmed or has ended */
export async function endPairing(tx: Transaction, id: number, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('pairings')
    .set({ ended_at: sqlTime(now) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('source_id as sourceId')
    .executeTakeFirst();
  if (ended === undefined) return false;
  const revoked = { revoked_at: sqlTime(now) };
  await tx
    .updateTable('handset_keys')
    .set(revoked)
    .where('pairing_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  if (ended.sourceId !== null)
    await tx
      .updateTable('handset_sources')
      .set(revoked)
      .where('id', '=', ended.sourceId)
      .where('revoked_at', 'is', null)
      .execute();
  return true;
}

/** What it takes to create the key or source when the settings are shown. */
export type OpenedPairing = Pick<
  PairingRow,
  'id' | 'phoneId' | 'phoneName' | 'kind' | 'madeById' | 'sourceId'
>;

/** Whether the settings of a pairing can still be shown. */
const isUnopened = sql<boolean>`
  (code_hash is not null and opened_at is null and confirmed_at is null and ended_at is null)`;

/** A pairing whose settings were not shown yet. */
export interface UnopenedPairing {
  readonly id: number;
  readonly phoneId: number;
  /** As the account that made it has them now. */
  readonly maker: { readonly role: Role; readonly partnerIds: readonly number[] | null };
}

/**
 * Finds the pairing of a link, or one by its id, and holds its phone and the account that made it: neither changes before
 * the transaction ends.
 * @returns null if it was opened or is unknown, the link or the pairing has ended, or that account is disabled
 */
export async function findUnopenedPairing(
  tx: Transaction,
  of: { readonly codeHash: Buffer } | { readonly id: number },
  now: number,
): Promise<UnopenedPairing | null> {
  const which =
    'id' in of ? sql`id = ${of.id}` : sql`code_hash = ${of.codeHash} and expires_at > ${sqlTime(now)}`;
  const { rows } = await sql<Omit<UnopenedPairing, 'maker'> & { madeBy: number | null }>`
    select id, phone_id as "phoneId", made_by as "madeBy" from pairings where ${which} and ${isUnopened}`.execute(
    tx,
  );
  // A stranger with a wrong code waits for nothing.
  const [found] = rows;
  if (found === undefined) return null;
  await holdPhones(tx);
  const maker = await tx
    .selectFrom('accounts')
    .select(['role', 'partner_ids as partnerIds'])
    .where('id', '=', found.madeBy)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return maker === undefined ? null : { id: found.id, phoneId: found.phoneId, maker };
}

/**
 * Uses up the code of a pairing, so that the settings are given once.
 * @param by the browser
 * @returns null if it was opened or has ended
 */
export async function openPairing(
  tx: Transaction,
  id: number,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<OpenedPairing | null> {
  const { rows } = await sql<OpenedPairing>`
    update pairings p set opened_at = ${sqlTime(now)}, opened_by = ${by}
    from test_phones t where p.id = ${id} and ${isUnopened} and t.id = p.phone_id
    returning p.id, p.phone_id as "phoneId", t.name as "phoneName", p.kind, p.made_by as "madeById",
      p.source_id as "sourceId"`.execute(tx);
  return rows[0] ?? null;
}

/** Records the source that was created for the pairing. */
export async function setSource(tx: Transaction, id: number, sourceId: string): Promise<void> {
  await tx.updateTable('pairings').set({ source_id: sourceId }).where('id', '=', id).execute();
}

/** Who reported a text: the key with this hash, or the source for this phone. */
export type Reporter = { readonly keyHash: Buffer } | { readonly sourceId: string; readonly phoneId: number };

/**
 * Confirms the open pairing whose text was reported by its own key or source, and makes the phone's reports count from
 * then on. A report by another key or source is only recorded.
 */
export async function confirmPairing(
  db: Database,
  {
    textCode,
    reporter,
    now,
  }: { readonly textCode: string; readonly reporter: Reporter; readonly now: number },
): Promise<void> {
  const isOwn =
    'keyHash' in reporter
      ? sql`p.id = (select pairing_id from handset_keys where key_hash = ${reporter.keyHash})`
      : sql`(p.source_id = ${reporter.sourceId} and p.phone_id = ${reporter.phoneId}::int4)`;
  await sql`
    with found as (
      select p.id, p.phone_id, coalesce(${isOwn}, false) as is_own from pairings p
      where p.text_code = ${textCode} and p.confirmed_at is null and p.ended_at is null
      for update),
    phone as (
      update test_phones set evidence = 'handset'
      where id in (select phone_id from found where is_own) and evidence <> 'handset')
    update pairings set confirmed_at = case when is_own then ${sqlTime(now)} end,
      misreported_at = case when is_own then misreported_at else ${sqlTime(now)} end
    from found where pairings.id = found.id`.execute(db);
}

/** Makes the phone receipt-only: nothing reports what it receives. */
export async function makeReceiptOnly(tx: Transaction, phoneId: number): Promise<void> {
  await tx.updateTable('test_phones').set({ evidence: 'receipt' }).where('id', '=', phoneId).execute();
}
