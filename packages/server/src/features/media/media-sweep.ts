/**
 * Deletes files unused for a day, and the remains of uploads that a killed process left. Run it about hourly; each step is
 * idempotent, so it is safe in several processes.
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

/** A form that is being filled in may refer to files that no saved test has yet. */
export const UNUSED_KEPT_MS = 24 * 3_600_000;
/** Files deleted in one round. */
const BATCH_SIZE = 1_000;

/** Failed deletions are logged and retried in the next round. @returns the number of deleted files */
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
      log.warn({ err: error }, 'could not delete an unused file');
    }
  }

  await noteUnusedMedia(db, now);
  await dropUnusedMedia(db, now - UNUSED_KEPT_MS, now);
  for (const { id, storageKeys } of await listDroppedMedia(db, BATCH_SIZE)) {
    await remove(storageKeys, () => deleteDroppedMedia(db, id));
  }
  for (const key of await listAbandonedUploads(db, now - UNUSED_KEPT_MS)) {
    await remove([key], () => forgetUpload(db, key));
  }
  return removed;
}
