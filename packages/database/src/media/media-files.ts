/**
 * Metadata of stored files, and the files of each test, in order. The bytes are in the media storage, under keys that
 * only this table knows.
 */
import { type Selectable, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import type { Schema } from '../schema/schema.ts';
import { areInScope, isInScope, type Scope } from '../scope/scope.ts';

export type MediaFileRow = Selectable<Schema['media_files']>;

/** A file whose bytes are stored. */
export interface NewMediaFile {
  /** 32 hexadecimal characters: its public name. */
  readonly id: string;
  readonly storageKey: string;
  /** Display name. */
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** 32 bytes. */
  readonly sha256: Buffer;
  /** Pixels; null if the file does not say. */
  readonly width: number | null;
  readonly height: number | null;
  /** The link it was copied from. */
  readonly originalUrl: string | null;
  readonly createdBy: number | null;
}

/** Registers a key before bytes are stored under it: if this process dies, the sweep finds them. */
export async function beginUpload(db: Database, storageKey: string, now: number): Promise<void> {
  await db
    .insertInto('media_uploads')
    .values({ storage_key: storageKey, begun_at: sqlTime(now) })
    .execute();
}

/** Unregisters a key without bytes. */
export async function forgetUpload(db: Database, storageKey: string): Promise<void> {
  await db.deleteFrom('media_uploads').where('storage_key', '=', storageKey).execute();
}

/** Replaces the registration by a row for the stored bytes. Nothing refers to the file yet. */
export async function insertMediaFile(db: Database, file: NewMediaFile, now: number): Promise<void> {
  await db
    .with('noted', (cte) => cte.deleteFrom('media_uploads').where('storage_key', '=', file.storageKey))
    .insertInto('media_files')
    .values({
      id: file.id,
      storage_key: file.storageKey,
      name: file.name,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
      width: file.width,
      height: file.height,
      original_url: file.originalUrl,
      created_by: file.createdBy,
      created_at: sqlTime(now),
      unused_since: sqlTime(now),
    })
    .execute();
}

/** Whether a file belongs to a test or to a received message in scope. */
function isOwn(scope: Scope) {
  if (scope.partnerIds === null) return sql<boolean>`true`;
  return sql<boolean>`(
    exists (select from test_media join tests on tests.id = test_id
      where media_id = media_files.id and ${areInScope(scope, sql`tests.partner_ids`)})
    or in_reception and exists (
      select from receptions r join messages m on m.id = r.message_id and m.created_at = r.message_created_at
      where r.media <> '[]' and r.media @> to_jsonb(array[media_files.id]) and ${isInScope(scope, sql`m.partner_id`)}))`;
}

/** Null if it does not exist, is being deleted, or belongs to nothing in scope. */
export async function findMediaFile(db: Database, scope: Scope, id: string): Promise<MediaFileRow | null> {
  const row = await db
    .selectFrom('media_files')
    .selectAll()
    .where('id', '=', id)
    .where('dropped_at', 'is', null)
    .where(isOwn(scope))
    .executeTakeFirst();
  return row ?? null;
}

/** The existing files, by id. */
export async function findMediaFiles(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, MediaFileRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media_files')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('dropped_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores the key of a file's thumbnail. @returns false if it has one already or is gone */
export async function keepThumbnail(
  db: Database,
  thumbnail: { id: string; storageKey: string },
): Promise<boolean> {
  const row = await db
    .with('noted', (cte) => cte.deleteFrom('media_uploads').where('storage_key', '=', thumbnail.storageKey))
    .updateTable('media_files')
    .set({ thumbnail_key: thumbnail.storageKey })
    .where('id', '=', thumbnail.id)
    .where('thumbnail_key', 'is', null)
    .where('dropped_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps files as evidence. Called in the transaction that writes their report. */
export async function keepReportedMedia(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('media_files')
    .set({ in_reception: true, unused_since: null })
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * Locks files in a transaction that will refer to them, so that no sweep can delete them.
 * @returns the existing ones; the caller compares
 */
async function holdMediaFiles(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  // In a fixed order, so that two transactions with the same files wait instead of deadlocking.
  await tx
    .selectFrom('media_files')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const held = await tx
    .updateTable('media_files')
    .set({ unused_since: null })
    .where('id', 'in', [...ids])
    .where('dropped_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(held.map(({ id }) => id));
}

/**
 * Sets the files of a test, in this order, each once.
 * @returns ids that do not exist (any more); if there are any, nothing has changed
 */
export async function setTestMedia(
  tx: Transaction,
  testId: number,
  mediaIds: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(mediaIds)];
  const held = await holdMediaFiles(tx, wanted);
  const unknown = wanted.filter((id) => !held.has(id));
  if (unknown.length > 0) return unknown;
  await tx.deleteFrom('test_media').where('test_id', '=', testId).execute();
  if (wanted.length > 0) {
    await tx
      .insertInto('test_media')
      .values(wanted.map((id, position) => ({ test_id: testId, position, media_id: id })))
      .execute();
  }
  return [];
}

/** The files of tests by test id, in order; tests without files are missing. */
export async function listTestMedia(
  db: Database,
  testIds: readonly number[],
): Promise<Map<number, MediaFileRow[]>> {
  if (testIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('test_media')
    .innerJoin('media_files', 'media_files.id', 'test_media.media_id')
    .selectAll('media_files')
    .select('test_media.test_id')
    .where('test_media.test_id', 'in', [...testIds])
    .orderBy('test_media.test_id')
    .orderBy('test_media.position')
    .execute();
  return Map.groupBy(rows, ({ test_id }) => test_id);
}
