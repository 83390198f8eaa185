/** Which files a test bears, in their order. */
import type { Database, Transaction } from '../core/connection.ts';
import { holdMediaFiles, type MediaFileRow } from './media-files.ts';

/**
 * Makes the files of a test these, in this order, each once.
 * @returns the ids that do not exist (or no longer); when there are any, nothing has been changed
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

/** The files of tests, by test id and in their order; tests without any are left out. */
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
