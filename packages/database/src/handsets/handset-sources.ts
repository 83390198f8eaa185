/** Apps and provider accounts that report what test phones received, and the phones that each may report for. */
import { type Selectable, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import type { HandsetSourceKind } from '../schema/column-types.ts';
import type { Schema } from '../schema/schema.ts';
import { holdPhones } from './phone-reporters.ts';

export type HandsetSourceRow = Selectable<Schema['handset_sources']> & {
  /** User name of the account; null if unknown. */
  readonly madeBy: string | null;
};

/** The context a source's secrets are sealed with, so that it opens for no other source. */
export function sealedAs(sourceId: string): string {
  return `handset source ${sourceId}`;
}

/** A test phone that a source may report for, and how the source identifies it. */
export interface HandsetSourcePhone {
  readonly phoneId: number;
  /** E.164. */
  readonly phoneNumber: string;
  /** The app's name for the handset; null: any. */
  readonly deviceId: string | null;
  /** From 1; null: any. */
  readonly simSlot: number | null;
}

export async function insertHandsetSource(
  tx: Transaction,
  source: {
    id: string;
    kind: HandsetSourceKind;
    name: string;
    /** Sealed. */
    secret: Buffer;
    createdBy: number | null;
  },
  now: number,
): Promise<void> {
  await tx
    .insertInto('handset_sources')
    .values({
      id: source.id,
      kind: source.kind,
      name: source.name,
      secret: source.secret,
      created_by: source.createdBy,
      created_at: sqlTime(now),
    })
    .execute();
}

/** Null if it does not exist or was revoked. */
export async function findHandsetSource(db: Database, id: string): Promise<HandsetSourceRow | null> {
  return (await selectHandsetSources(db).where('handset_sources.id', '=', id).executeTakeFirst()) ?? null;
}

/** Valid ones, oldest first. */
export async function listHandsetSources(db: Database): Promise<HandsetSourceRow[]> {
  return selectHandsetSources(db)
    .orderBy('handset_sources.created_at')
    .orderBy('handset_sources.id')
    .execute();
}

function selectHandsetSources(db: Database) {
  return db
    .selectFrom('handset_sources')
    .leftJoin('accounts', 'accounts.id', 'handset_sources.created_by')
    .selectAll('handset_sources')
    .select('accounts.username as madeBy')
    .where('handset_sources.revoked_at', 'is', null);
}

/** Returns false if there is no such source or it was already revoked. */
export async function renameHandsetSource(db: Database, id: string, name: string): Promise<boolean> {
  const row = await db
    .updateTable('handset_sources')
    .set({ name })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets a new secret (sealed); the current one becomes the old one and works until `oldUntil` (epoch milliseconds).
 * @returns false if there is no such source or it was already revoked
 */
export async function rotateHandsetSource(
  db: Database,
  id: string,
  { secret, oldUntil }: { readonly secret: Buffer; readonly oldUntil: number },
): Promise<boolean> {
  const row = await db
    .updateTable('handset_sources')
    .set({ secret, old_secret: (eb) => eb.ref('secret'), old_secret_until: sqlTime(oldUntil) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if there is no such source or it was already revoked. */
export async function revokeHandsetSource(db: Database, id: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('handset_sources')
    .set({ revoked_at: sqlTime(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** By source, ordered by phone id; sources without phones are missing. */
export async function listHandsetSourcePhones(
  db: Database,
  sourceIds: readonly string[],
): Promise<Map<string, HandsetSourcePhone[]>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('handset_source_phones as s')
    .innerJoin('test_phones as p', 'p.id', 's.phone_id')
    .select([
      's.source_id as sourceId',
      's.phone_id as phoneId',
      's.device_id as deviceId',
      's.sim_slot as simSlot',
      'p.phone_number as phoneNumber',
    ])
    .where('s.source_id', 'in', [...sourceIds])
    .orderBy('s.phone_id')
    .orderBy('s.device_id')
    .orderBy('s.sim_slot')
    .execute();
  return Map.groupBy(rows, ({ sourceId }) => sourceId);
}

/**
 * Replaces the phones of a source, and retries its reports that matched no phone.
 * @returns phone ids that do not exist; if there are any, nothing has changed
 */
export async function setHandsetSourcePhones(
  tx: Transaction,
  sourceId: string,
  phones: readonly Omit<HandsetSourcePhone, 'phoneNumber'>[],
  now: number,
): Promise<number[]> {
  await holdPhones(tx);
  const wanted = [...new Set(phones.map(({ phoneId }) => phoneId))];
  if (wanted.length > 0) {
    const rows = await tx.selectFrom('test_phones').select('id').where('id', 'in', wanted).execute();
    const known = new Set(rows.map(({ id }) => id));
    const unknown = wanted.filter((id) => !known.has(id));
    if (unknown.length > 0) return unknown;
  }
  await tx.deleteFrom('handset_source_phones').where('source_id', '=', sourceId).execute();
  if (phones.length > 0) {
    await tx
      .insertInto('handset_source_phones')
      .values(
        phones.map(({ phoneId, deviceId, simSlot }) => ({
          source_id: sourceId,
          phone_id: phoneId,
          device_id: deviceId,
          sim_slot: simSlot,
        })),
      )
      .execute();
  }
  await tx
    .updateTable('handset_reports')
    .set({ next_try_at: sqlTime(now), problem: null })
    .where('source_id', '=', sourceId)
    .where('done_at', 'is', null)
    .where('problem', '=', NO_PHONE)
    .execute();
  return [];
}

/** Stored with a report that matches no phone of its source. */
export const NO_PHONE = 'no phone';

/** A handset that has sent reports but matches no phone. */
export interface UnmappedDevice {
  readonly sourceId: string;
  readonly deviceId: string | null;
  readonly simSlot: number | null;
  /** Reports that wait for its phone. */
  readonly reports: number;
  /** Instant of the latest one, epoch milliseconds. */
  readonly lastAt: number;
}

export async function listUnmappedDevices(db: Database): Promise<UnmappedDevice[]> {
  const { rows } = await sql<UnmappedDevice>`
    select source_id as "sourceId", device_id as "deviceId", sim_slot as "simSlot", count(*)::int as reports,
      max(received_at) as "lastAt"
    from handset_reports
    where done_at is null and problem = ${NO_PHONE}
    group by source_id, device_id, sim_slot
    order by source_id, device_id, sim_slot`.execute(db);
  return rows;
}
