/**
 * Files that nothing refers to. They are dropped in two steps, so that a file which somebody is just beginning to refer
 * to is never lost, and none is forgotten by a process that dies in between: first the row is marked, in a statement
 * that waits for whoever holds it; then, outside any transaction, the bytes go, and the row last.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';

/** A file nobody can refer to any more, whose bytes are to be removed. */
export interface DroppedMedia {
  readonly id: string;
  readonly storageKeys: readonly string[];
}

const unreferenced = sql<boolean>`(not in_reception
  and not exists (select 1 from test_media t where t.media_id = media_files.id))`;

/** Notes since when files are not referred to any more, and forgets it of those that are again. */
export async function noteUnusedMedia(db: Database, now: number): Promise<void> {
  await sql`update media_files set unused_since = ${sqlTime(now)}
    where unused_since is null and ${unreferenced}`.execute(db);
  await sql`update media_files set unused_since = null
    where unused_since is not null and dropped_at is null and not ${unreferenced}`.execute(db);
}

/** Marks files that have been unused since before an instant (epoch milliseconds); answers how many. */
export async function dropUnusedMedia(db: Database, unusedBefore: number, now: number): Promise<number> {
  const result = await sql`update media_files set dropped_at = ${sqlTime(now)}
    where unused_since <= ${sqlTime(unusedBefore)} and dropped_at is null and ${unreferenced}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Marks those of the given files that nothing refers to, however short a time. */
export async function dropMedia(db: Database, ids: readonly string[], now: number): Promise<DroppedMedia[]> {
  if (ids.length === 0) return [];
  // unused_since too: whoever has just taken one into use has made it null, and the row is then looked at anew.
  const { rows } = await sql<DroppedMedia>`update media_files set dropped_at = ${sqlTime(now)}
    where id = any (${ids}::text[]) and dropped_at is null and unused_since is not null and ${unreferenced}
    returning id, array_remove(array[storage_key, thumbnail_key], null) as "storageKeys"`.execute(db);
  return rows;
}

/** Some of the marked files, whoever marked them. */
export async function listDroppedMedia(db: Database, limit: number): Promise<DroppedMedia[]> {
  const { rows } = await sql<DroppedMedia>`
    select id, array_remove(array[storage_key, thumbnail_key], null) as "storageKeys" from media_files
    where unused_since is not null and dropped_at is not null
    order by dropped_at limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** The last step, once the bytes are gone. Another process may have done it already. */
export async function deleteDroppedMedia(db: Database, id: string): Promise<void> {
  await db.deleteFrom('media_files').where('id', '=', id).where('dropped_at', 'is not', null).execute();
}

/** Keys under which bytes may lie that never got a row: whoever began before that instant is long dead. */
export async function listAbandonedUploads(db: Database, begunBefore: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media_uploads')
    .select('storage_key')
    .where('begun_at', '<', sqlTime(begunBefore))
    .execute();
  return rows.map((row) => row.storage_key);
}
