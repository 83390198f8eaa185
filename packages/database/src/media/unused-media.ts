/**
 * Deletes unreferenced files in two steps, so that neither a new reference nor a process that dies in between loses or
 * leaks a file: first the row is marked, in a statement that waits for its lock; then, outside any transaction, the
 * bytes are deleted, and the row last.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';

/** A file that can no longer be referenced, whose bytes are to be deleted. */
export interface DroppedMedia {
  readonly id: string;
  readonly storageKeys: readonly string[];
}

const unreferenced = sql<boolean>`(not in_reception
  and not exists (select 1 from test_media t where t.media_id = media_files.id))`;

/** Records since when files have been unreferenced, and clears it for those that are referenced again. */
export async function noteUnusedMedia(db: Database, now: number): Promise<void> {
  await sql`update media_files set unused_since = ${sqlTime(now)}
    where unused_since is null and ${unreferenced}`.execute(db);
  await sql`update media_files set unused_since = null
    where unused_since is not null and dropped_at is null and not ${unreferenced}`.execute(db);
}

/** Marks files unused since before an instant (epoch milliseconds); returns the count. */
export async function dropUnusedMedia(db: Database, unusedBefore: number, now: number): Promise<number> {
  const result = await sql`update media_files set dropped_at = ${sqlTime(now)}
    where unused_since <= ${sqlTime(unusedBefore)} and dropped_at is null and ${unreferenced}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Marks the given files that are unreferenced, however recently. */
export async function dropMedia(db: Database, ids: readonly string[], now: number): Promise<DroppedMedia[]> {
  if (ids.length === 0) return [];
  // unused_since too: a new reference sets it to null, and the row is then checked again.
  const { rows } = await sql<DroppedMedia>`update media_files set dropped_at = ${sqlTime(now)}
    where id = any (${ids}::text[]) and dropped_at is null and unused_since is not null and ${unreferenced}
    returning id, array_remove(array[storage_key, thumbnail_key], null) as "storageKeys"`.execute(db);
  return rows;
}

/** Some of the marked files, whichever process marked them. */
export async function listDroppedMedia(db: Database, limit: number): Promise<DroppedMedia[]> {
  const { rows } = await sql<DroppedMedia>`
    select id, array_remove(array[storage_key, thumbnail_key], null) as "storageKeys" from media_files
    where unused_since is not null and dropped_at is not null
    order by dropped_at limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** The last step, once the bytes are deleted. Another process may have done it already. */
export async function deleteDroppedMedia(db: Database, id: string): Promise<void> {
  await db.deleteFrom('media_files').where('id', '=', id).where('dropped_at', 'is not', null).execute();
}

/** Keys that may have bytes but never got a row: a process that registered them before that instant is dead. */
export async function listAbandonedUploads(db: Database, begunBefore: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media_uploads')
    .select('storage_key')
    .where('begun_at', '<', sqlTime(begunBefore))
    .execute();
  return rows.map((row) => row.storage_key);
}
