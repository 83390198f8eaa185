/**
 * Removes files that nothing has referred to for a day, and what uploads left that a killed process never ended. To be
 * run about hourly; safe in many processes at once, as each step may be done twice and none before its time.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { forgetUpload } from '@textprobe/database/media/media-files';
import {
  deleteDroppedMedia,
  dropUnusedMedia,
  listAbandonedUploads,
  listDroppedMedia,
  noteUnusedMedia,
} from '@textprobe/database/media/unused-media';
import type { Clock } from '@textprobe/domain/clock';
import type { MediaStorage } from '@textprobe/media/media-storage';

/** An operator may be filling in a form that refers to files which no saved test bears yet. */
export const UNUSED_KEPT_MS = 24 * 3_600_000;
/** Files removed in one round; the rest in the next. */
const MOST_AT_ONCE = 1_000;

/** Answers how many files went. What cannot be removed now is told to the log and tried again in the next round. */
export async function sweepMedia(deps: {
  db: Database;
  storage: MediaStorage;
  clock: Clock;
  log: Log;
}): Promise<number> {
  const { db, storage, clock, log } = deps;
  const now = clock.now();
  let removed = 0;

  async function remove(keys: readonly string[], forget: () => Promise<void>): Promise<void> {
    try {
      for (const key of keys) await storage.remove(key);
      await forget();
      removed += 1;
    } catch (error) {
      log.warn({ err: error }, 'a file that is of no more use could not be removed');
    }
  }

  await noteUnusedMedia(db, now);
  await dropUnusedMedia(db, now - UNUSED_KEPT_MS, now);
  for (const { id, storageKeys } of await listDroppedMedia(db, MOST_AT_ONCE)) {
    await remove(storageKeys, () => deleteDroppedMedia(db, id));
  }
  for (const key of await listAbandonedUploads(db, now - UNUSED_KEPT_MS)) {
    await remove([key], () => forgetUpload(db, key));
  }
  return removed;
}
